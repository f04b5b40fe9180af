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

type Selection = Parameters<typeof replayHeldWebhooks>[2];
type Change = Parameters<typeof changeHeldSettings>[2];

/**
 * Creates the actions of the buttons on /manage/webhooks.
 *
 * @param filter the filter of the list on which the button was pressed.
 * @returns the actions. Each returns a redirect to the list with a notice, or an `ActionRefusal`.
 */
export function queueActions(context: RequestContext, actor: Actor, filter: ListFilter) {
  const { services } = context;
  const answer = (act: () => Promise<NoticeCode>) =>
    runAction(async () => redirectWithNotice(context, listPath(filter), await act()));
  return {
    replay: (selection: Selection) =>
      answer(async () => {
        const { count } = await replayHeldWebhooks(services, actor, selection);
        return count > 0 ? 'webhooks-replayed' : 'webhooks-unchanged';
      }),
    drop: (selection: Selection) =>
      answer(async () => {
        const { count } = await dropHeldWebhooks(services, actor, selection);
        return count > 0 ? 'webhooks-dropped' : 'webhooks-unchanged';
      }),
    change: (change: Change, notice: NoticeCode) =>
      answer(async () => {
        await changeHeldSettings(services, actor, change);
        return notice;
      }),
  };
}
