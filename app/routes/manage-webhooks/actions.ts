import { runAction } from '#app/http/form-actions.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import type { NoticeCode } from '#app/http/notice-cookie.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import {
  changeHeldSettings,
  dropHeldWebhooks,
  replayHeldWebhooks,
} from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';
import type { Actor } from '#app/use-cases/record-acts.ts';
import { type ListFilter, listPath } from './filter.ts';

/** A button of /manage/webhooks that a person pressed. */
interface Press {
  context: RequestContext;
  actor: Actor;
  /** Filter of the list on which the button was pressed. */
  filter: ListFilter;
}

type Selection = Parameters<typeof replayHeldWebhooks>[2];
type Change = Parameters<typeof changeHeldSettings>[2];

/** @returns a redirect to the list, or an `ActionRefusal`. */
export function replayFromQueue(press: Press, selection: Selection): Promise<Response> {
  const { context, actor } = press;
  return runAction(async () => {
    const { count } = await replayHeldWebhooks(context.services, actor, selection);
    return backToList(press, count > 0 ? 'webhooks-replayed' : 'webhooks-unchanged');
  });
}

/** @returns as `replayFromQueue`. */
export function dropFromQueue(press: Press, selection: Selection): Promise<Response> {
  const { context, actor } = press;
  return runAction(async () => {
    const { count } = await dropHeldWebhooks(context.services, actor, selection);
    return backToList(press, count > 0 ? 'webhooks-dropped' : 'webhooks-unchanged');
  });
}

/** @returns as `replayFromQueue`. */
export function changeQueue(press: Press, change: Change, notice: NoticeCode): Promise<Response> {
  const { context, actor } = press;
  return runAction(async () => {
    await changeHeldSettings(context.services, actor, change);
    return backToList(press, notice);
  });
}

function backToList({ context, filter }: Press, notice: NoticeCode): Response {
  return redirectWithNotice(context, listPath(filter), notice);
}
