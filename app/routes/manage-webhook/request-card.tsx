import type { ReactNode } from 'react';
import { sizeText } from '#app/components/backup/size-text.ts';
import { isOpen, RequestActions } from '#app/components/held-webhooks/request-actions.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import type { HeldDetail } from '#app/domain/held-webhooks/held-request.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

/** The facts of a held request without its content, and its buttons. */
export function RequestCard({ held }: { held: HeldDetail }) {
  return (
    <Card title={<code className="break-anywhere">{`${held.method} ${held.path}`}</code>}>
      <Facts held={held} />
      <p className="text-muted text-sm">{t('webhooks.detail.recorded')}</p>
      {!held.hasContent && <p>{t('webhooks.list.contentGone')}</p>}
      {isOpen(held) && (
        <div className="cluster">
          <RequestActions request={held} action={paths.webhooks} />
        </div>
      )}
    </Card>
  );
}

function Facts({ held }: { held: HeldDetail }) {
  const { state, failure, lastStatus, attempts, nextAt, finishedAt } = held;
  const instant = (at: number | null) => at !== null && <LocalTime at={at} format="dateTime" />;
  const facts = [
    ['state', t(`webhooks.list.states.${state}`)],
    ['failure', failure && t(`webhooks.list.failures.${failure}`)],
    ['why', t(`webhooks.list.why.${held.why}`)],
    ['receivedAt', instant(held.receivedAt)],
    ['from', held.from],
    ['size', sizeText(held.size)],
    ['attempts', attempts > 0 && attempts],
    ['lastStatus', lastStatus],
    ['nextAt', state === 'waiting' && attempts > 0 && instant(nextAt)],
    ['finishedAt', instant(finishedAt)],
    [
      'id',
      <span className="cluster" key="id">
        <code>{held.id}</code>
        <CopyButton text={held.id} label={t('webhooks.detail.copyId')} />
      </span>,
    ],
  ] as const satisfies ReadonlyArray<readonly [string, ReactNode]>;
  return (
    <dl className="facts">
      {facts.map(
        ([fact, value]) =>
          value !== null &&
          value !== false && (
            <div key={fact}>
              <dt>{t(`webhooks.detail.${fact}`)}</dt>
              <dd className="break-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
