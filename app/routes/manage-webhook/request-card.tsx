import type { ReactNode } from 'react';
import { ConfirmedRowForm, RowForm } from '#app/components/account/row-form.tsx';
import { useSizeText } from '#app/components/backup/size-text.ts';
import { Card } from '#app/components/ui/card.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import type { HeldDetail } from '#app/domain/held-webhooks/held-request.ts';
import { paths } from '#app/http/paths.ts';
import { t } from '#app/i18n/t.ts';

/** What is known of a held request beside its content, and its buttons. */
export function RequestCard({ held }: { held: HeldDetail }) {
  const isOpen = held.state === 'waiting' || held.state === 'failed';
  const name = { request: `${held.method} ${held.path}` };
  const target = { name: 'heldId', value: held.id };
  const isFailed = held.state === 'failed';
  return (
    <Card title={<code className="break-anywhere">{`${held.method} ${held.path}`}</code>}>
      <Facts held={held} />
      <p className="text-muted text-sm">{t('webhooks.detail.recorded')}</p>
      {!held.hasContent && <p>{t('webhooks.detail.gone')}</p>}
      {isOpen && (
        <div className="cluster">
          {held.hasContent && (
            <RowForm
              action={paths.webhooks}
              intent="replay"
              target={target}
              submit={t(isFailed ? 'webhooks.list.again' : 'webhooks.list.replay')}
              aria-label={t(isFailed ? 'webhooks.list.againOf' : 'webhooks.list.replayOf', name)}
            />
          )}
          <ConfirmedRowForm
            action={paths.webhooks}
            intent="drop"
            target={target}
            summary={t('webhooks.list.drop')}
            summaryLabel={t('webhooks.list.dropOf', name)}
            question={t('webhooks.list.dropConfirm')}
            submit={t('webhooks.list.dropSubmit')}
          />
        </div>
      )}
    </Card>
  );
}

function Facts({ held }: { held: HeldDetail }) {
  const sizeText = useSizeText();
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
