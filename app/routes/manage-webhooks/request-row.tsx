import { Link } from '@remix-run/react';
import { sizeText } from '#app/components/backup/size-text.ts';
import { isOpen, RequestActions } from '#app/components/held-webhooks/request-actions.tsx';
import { JoinedFacts } from '#app/components/ui/joined-facts.tsx';
import { StatusBadge, type StatusBadgeProps } from '#app/components/ui/status-badge.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import type { HeldRequest, HeldState } from '#app/domain/held-webhooks/held-request.ts';
import { heldWebhookPath } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

const tones: Record<HeldState, StatusBadgeProps['tone']> = {
  waiting: 'pending',
  replayed: 'success',
  failed: 'danger',
  dropped: 'neutral',
};

export interface RequestRowProps {
  request: HeldRequest;
  /** Address that its buttons post to. */
  action: string;
  canConfigure: boolean;
}

/** A held request: its kind, why it was held, its outcome, and its buttons. */
export function RequestRow({ request, action, canConfigure }: RequestRowProps) {
  const { id, method, path, state, hasContent } = request;
  return (
    <li className="rows__entry">
      <div className="rows__words">
        <p>
          <code>
            <strong>{method}</strong> {path}
          </code>
        </p>
        <Origin request={request} />
        <Progress request={request} />
      </div>
      <StatusBadge tone={tones[state]}>{t(`webhooks.list.states.${state}`)}</StatusBadge>
      {canConfigure && (hasContent || isOpen(request)) && (
        <div className="cluster queue-row__actions">
          {hasContent && (
            <Link
              to={heldWebhookPath(id)}
              aria-label={t('webhooks.list.openOf', { request: `${method} ${path}` })}
            >
              {t('webhooks.list.open')}
            </Link>
          )}
          <RequestActions request={request} action={action} />
        </div>
      )}
    </li>
  );
}

/** The request's time and sender, and why it was held. */
function Origin({ request: { receivedAt, size, from, why } }: { request: HeldRequest }) {
  return (
    <p className="text-muted text-sm">
      <JoinedFacts>
        <TimeText i18nKey="webhooks.list.received" at={receivedAt} format="dateTime" />
        {sizeText(size)}
        {t('webhooks.list.from', { address: from })}
        {t(`webhooks.list.why.${why}`)}
      </JoinedFacts>
    </p>
  );
}

/** The result. */
function Progress({ request }: { request: HeldRequest }) {
  const { state, failure, attempts, nextAt, lastStatus, finishedAt, hasContent } = request;
  const tried =
    attempts > 0 &&
    [
      t('webhooks.list.attempts', { count: attempts }),
      lastStatus === null
        ? t('webhooks.list.noAnswer')
        : t('webhooks.list.lastStatus', { status: lastStatus }),
    ].join(', ');
  const hasNext = state === 'waiting' && nextAt !== null && attempts > 0;
  const isFinished = state !== 'waiting' && finishedAt !== null;
  return (
    <>
      {failure && <p className="text-sm">{t(`webhooks.list.failures.${failure}`)}</p>}
      {(tried || isFinished) && (
        <p className="text-muted text-sm">
          <JoinedFacts>
            {tried}
            {hasNext && <TimeText i18nKey="webhooks.list.next" at={nextAt} format="dateTime" />}
            {isFinished && (
              <TimeText i18nKey={`webhooks.list.finished.${state}`} at={finishedAt} format="dateTime" />
            )}
          </JoinedFacts>
        </p>
      )}
      {state === 'failed' && !hasContent && (
        <p className="text-muted text-sm">{t('webhooks.list.contentGone')}</p>
      )}
    </>
  );
}
