import { RowForm } from '#app/components/account/row-form.tsx';
import { ConfirmedForm } from '#app/components/form/confirmed-form.tsx';
import type { HeldRequest } from '#app/domain/held-webhooks/held-request.ts';
import { t } from '#app/i18n/t.ts';

export interface RequestActionsProps {
  request: Pick<HeldRequest, 'id' | 'method' | 'path' | 'state' | 'attempts' | 'hasContent'>;
  /** Address that the forms post to. */
  action: string;
}

/** Whether the request is neither replayed nor dropped yet. */
export const isOpen = ({ state }: Pick<HeldRequest, 'state'>): boolean =>
  state === 'waiting' || state === 'failed';

/** Replays or drops an open held request; replaying needs its content. */
export function RequestActions({ request, action }: RequestActionsProps) {
  if (!isOpen(request)) return null;
  const isFailed = request.state === 'failed';
  const name = { request: `${request.method} ${request.path}` };
  const target = { name: 'heldId', value: request.id };
  return (
    <>
      {request.hasContent && (
        <RowForm
          action={action}
          intent="replay"
          target={target}
          submit={t(isFailed ? 'webhooks.list.again' : 'webhooks.list.replay')}
          aria-label={t(isFailed ? 'webhooks.list.againOf' : 'webhooks.list.replayOf', name)}
        >
          <input type="hidden" name="attempts" value={request.attempts} />
        </RowForm>
      )}
      <ConfirmedForm
        action={action}
        intent="drop"
        target={target}
        summary={t('webhooks.list.drop')}
        summaryLabel={t('webhooks.list.dropOf', name)}
        question={t('webhooks.list.dropConfirm')}
        submit={t('webhooks.list.dropSubmit')}
      />
    </>
  );
}
