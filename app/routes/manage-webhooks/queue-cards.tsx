import { useId } from 'react';
import { sizeText } from '#app/components/backup/size-text.ts';
import { ChoiceTile } from '#app/components/form/choice-field.tsx';
import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { Meter } from '#app/components/ui/meter.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import { type HeldList, type QueueOrder, queueOrders } from '#app/domain/held-webhooks/held-request.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';
import { type ListFilter, listPath } from './filter.ts';
import { PauseSwitch } from './pause-switch.tsx';

/** The props of each card of /manage/webhooks. */
export interface QueueCardProps {
  held: HeldList;
  filter: ListFilter;
  /** Whether the viewer can open, replay and drop requests, and choose. */
  canConfigure: boolean;
}

/** How much waits and failed, since when, what happens next, and how much more fits. */
export function SummaryCard({ held, filter, canConfigure }: QueueCardProps) {
  const { totals, bounds, paused } = held;
  const kept = totals.waiting + totals.failed;
  return (
    <Card title={t('webhooks.summary.title')}>
      <dl className="queue-figures">
        <Fact label={t('webhooks.summary.waiting')} className="figure">
          {countText(totals.waiting)}
        </Fact>
        <Fact label={t('webhooks.summary.failed')} className="figure">
          {countText(totals.failed)}
        </Fact>
        {totals.oldestAt !== null && (
          <Fact label={t('webhooks.summary.since')}>
            <LocalTime at={totals.oldestAt} format="dateTime" />
          </Fact>
        )}
      </dl>
      {!paused && <p>{t(`webhooks.summary.${nextStepOf(held)}`)}</p>}
      <PauseSwitch paused={paused} filter={filter} canConfigure={canConfigure} isOffered />
      <div className="grid">
        <Meter label={t('webhooks.summary.spaceRequests')} value={kept} max={bounds.count} />
        <Meter
          label={t('webhooks.summary.spaceBytes')}
          value={totals.bytes}
          max={bounds.bytes}
          valueText={t('webhooks.summary.spaceUsed', {
            used: sizeText(totals.bytes),
            size: sizeText(bounds.bytes),
          })}
        />
      </div>
      <p className="text-muted text-sm">{retentionText(held)}</p>
      {!canConfigure && <p className="text-muted text-sm">{t('webhooks.readOnly')}</p>}
    </Card>
  );
}

/** @returns the retention of webhooks, and the behavior without space; the limits are whole days. */
function retentionText({ bounds }: HeldList): string {
  return t('webhooks.summary.kept', { days: (bounds.hours * HOUR_MS) / DAY_MS });
}

function nextStepOf({ totals, instance }: HeldList): 'settled' | 'draining' | 'stopped' | 'starting' {
  if (totals.waiting === 0) return 'settled';
  if (instance.status === InstanceStatus.Online) return 'draining';
  return instance.status === InstanceStatus.Stopped ? 'stopped' : 'starting';
}

/** The workspace's choice for new requests while a queue is replayed. */
export function OrderCard({ order, filter }: { order: QueueOrder; filter: ListFilter }) {
  const leadId = useId();
  const action = listPath(filter);
  return (
    <Card title={t('webhooks.order.title')}>
      <p className="text-muted" id={leadId}>
        {t('webhooks.order.lead')}
      </p>
      {/* A saved choice is the new default. */}
      <PostForm key={order} action={action} className="form">
        <div className="choices choices--1" role="radiogroup" aria-labelledby={leadId}>
          {queueOrders.map((value) => (
            <ChoiceTile
              key={value}
              type="radio"
              name="order"
              value={value}
              defaultChecked={value === order}
              label={t(`webhooks.order.orders.${value}`)}
              hint={t(`webhooks.order.hints.${value}`)}
            />
          ))}
        </div>
        <SubmitButton name="intent" value="set-order" variant="secondary">
          {t('webhooks.order.submit')}
        </SubmitButton>
      </PostForm>
    </Card>
  );
}

/** Explains the queue to people who never needed it. */
export function EmptyQueue({ held, filter, canConfigure }: QueueCardProps) {
  return (
    <Card title={t('webhooks.empty.title')}>
      <PauseSwitch paused={held.paused} filter={filter} canConfigure={canConfigure} isOffered={false} />
      <p>{t('webhooks.empty.lead')}</p>
      <details>
        <summary>{t('webhooks.empty.details')}</summary>
        <div className="stack text-muted">
          <p>
            <Trans i18nKey="webhooks.empty.what" />
          </p>
          <p>{t('webhooks.empty.answers')}</p>
          <p>
            <Trans i18nKey="webhooks.empty.once" />
          </p>
          <p>{retentionText(held)}</p>
        </div>
      </details>
    </Card>
  );
}
