import { AppError } from '#app/domain/errors/app-error.ts';
import type { PostedForm } from '#app/http/forms.ts';
import type { NoticeCode } from '#app/http/notice-cookie.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import {
  changeHeldSettings,
  dropHeldWebhooks,
  replayHeldWebhooks,
} from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';
import type { Actor } from '#app/use-cases/record-acts.ts';
import type { Services } from '#app/use-cases/services.ts';

/**
 * Reads which button of /manage/webhooks was pressed. A second press of the same button changes nothing more.
 *
 * @returns the button's action, which returns the notice of its result.
 * @throws AppError malformed_body for another button, and for a form without its fields.
 */
export function readQueueAction(
  form: PostedForm,
  services: Services,
  actor: Actor,
): () => Promise<NoticeCode> {
  const replay = (selection: Parameters<typeof replayHeldWebhooks>[2]) => async () =>
    (await replayHeldWebhooks(services, actor, selection)).count > 0
      ? 'webhooks-replayed'
      : 'webhooks-unchanged';
  const drop = (selection: Parameters<typeof dropHeldWebhooks>[2]) => async () =>
    (await dropHeldWebhooks(services, actor, selection)).count > 0
      ? 'webhooks-dropped'
      : 'webhooks-unchanged';
  const change = (settings: Parameters<typeof changeHeldSettings>[2], notice: NoticeCode) => async () => {
    await changeHeldSettings(services, actor, settings);
    return notice;
  };
  switch (form.intent) {
    case 'replay': {
      const { heldId, attempts } = form.values(portalForms.heldWebhook);
      return replay({ ids: [heldId], seenAttempts: attempts });
    }
    case 'drop':
      return drop({ ids: [form.values(portalForms.heldWebhook).heldId] });
    case 'replay-path':
      return replay({ path: form.values(portalForms.heldPath).path });
    case 'drop-path': {
      const { path, until } = form.values(portalForms.heldPath);
      return drop({ path, until: Number(until) });
    }
    case 'pause':
      return change({ paused: true }, 'webhooks-paused');
    case 'resume':
      return change({ paused: false }, 'webhooks-resumed');
    case 'set-choice':
      return change({ path: form.values(portalForms.pathChoice) }, 'webhook-choice-saved');
    case 'set-order':
      return change(form.values(portalForms.queueOrder), 'webhook-order-saved');
    default:
      throw new AppError('malformed_body');
  }
}
