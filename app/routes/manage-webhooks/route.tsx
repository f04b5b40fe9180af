import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { useLiveInstance } from '#app/components/instance/use-live-instance.ts';
import { ManageLayout } from '#app/components/manage/manage-layout.tsx';
import { Unavailable } from '#app/components/manage/unavailable.tsx';
import { useReloadEvery } from '#app/components/ui/router.ts';
import { holds } from '#app/domain/access/grants.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { HeldList } from '#app/domain/held-webhooks/held-request.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';
import { member } from '#app/http/admission.ts';
import { runAction } from '#app/http/form-actions.ts';
import { type PostedForm, readForm } from '#app/http/forms.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { readHeldWebhooks } from '#app/http/instance.ts';
import type { NoticeCode } from '#app/http/notice-cookie.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { workspaceUrl } from '#app/http/workspace-url.ts';
import { t } from '#app/i18n/t.ts';
import {
  changeHeldSettings,
  dropHeldWebhooks,
  replayHeldWebhooks,
} from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';
import type { Actor } from '#app/use-cases/record-acts.ts';
import type { Services } from '#app/use-cases/services.ts';
import { listPath, readFilter } from './filter.ts';
import { PathsCard } from './paths-card.tsx';
import { EmptyQueue, OrderCard, SummaryCard } from './queue-cards.tsx';
import { RequestsCard } from './requests-card.tsx';

export const meta: MetaFunction = () => [{ title: t('webhooks.pageTitle') }];

export const loader = page(member('workspace:view'), async ({ request, context, viewer }) => {
  const filter = readFilter(request.url);
  const { path, state, cursor } = filter;
  const query = { path: path ?? undefined, state: state ?? undefined, cursor: cursor ?? undefined };
  return json({
    filter,
    held: await readHeldWebhooks(context, viewer, query),
    canConfigure: holds(viewer, 'workspace:configure'),
    workspaceUrl: workspaceUrl(context.portal, viewer.workspace.name),
  });
});

/** Each response redirects to the list with its filter. A second press of the same button changes nothing more. */
export const action = formAction(member('workspace:configure'), async ({ request, context, actor }) => {
  const act = readQueueAction(await readForm(request), context.services, actor);
  return runAction(async () => redirectWithNotice(context, listPath(readFilter(request.url)), await act()));
});

/**
 * @returns the pressed button's action, which returns the notice of its result.
 * @throws AppError malformed_body for another button; as `PostedForm.values`.
 */
function readQueueAction(form: PostedForm, services: Services, actor: Actor): () => Promise<NoticeCode> {
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

/** The webhook queue of the workspace, and its settings. */
export default function ManageWebhooks() {
  const { filter, held, canConfigure, ...data } = useLoaderData<typeof loader>();
  const { failure } = useFormAnswer();
  const { instance } = useLiveInstance(held?.instance ?? null);
  useRefresh(held, instance);
  if (!held) {
    return (
      <ManageLayout screen="webhooks" instance={instance}>
        <Unavailable>{t('webhooks.unavailable')}</Unavailable>
      </ManageLayout>
    );
  }
  const cardProps = { held, filter, canConfigure };
  const { totals } = held;
  const hasRequests = totals.waiting + totals.failed + totals.replayed + totals.dropped > 0;
  return (
    <ManageLayout screen="webhooks" instance={instance}>
      <FailureNotice sentence={failure} />
      {hasRequests ? <SummaryCard {...cardProps} /> : <EmptyQueue {...cardProps} />}
      {(hasRequests || filter.path !== null || filter.state !== null) && <RequestsCard {...cardProps} />}
      {held.paths.length > 0 && <PathsCard {...cardProps} workspaceUrl={data.workspaceUrl} />}
      {canConfigure && <OrderCard order={held.order} filter={filter} />}
    </ManageLayout>
  );
}

const REFRESH_EVERY_MS = 10 * SECOND_MS;

/** Reloads the list that the page was loaded with while requests wait, and when the workspace's status changes. */
function useRefresh(held: HeldList | null, instance: InstanceView | null): void {
  const isWaiting = held !== null && held.totals.waiting > 0;
  const hasChanged = held !== null && instance !== null && instance.revision > held.instance.revision;
  useReloadEvery(hasChanged ? SECOND_MS : isWaiting ? REFRESH_EVERY_MS : null);
}
