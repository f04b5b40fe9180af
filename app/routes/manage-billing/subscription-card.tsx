import { billNote } from '#app/components/billing/bill-text.ts';
import { StateBadge } from '#app/components/billing/state-badge.tsx';
import { StateButton } from '#app/components/billing/state-button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { LocalTime, TimeText } from '#app/components/ui/time.tsx';
import type { AccountState } from '#app/domain/billing/account-state.ts';
import { moneyText } from '#app/domain/billing/money.ts';
import type { UpcomingBill } from '#app/domain/billing/plan-change.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { parsePlanId } from '#app/domain/plan/plan-figures.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';

export interface SubscriptionCardProps {
  /** The name of a plan whose id is unknown here. */
  planName: string;
  subscription: Subscription;
  state: AccountState;
  /** Null if there is none, or it is unavailable. */
  nextPayment: UpcomingBill | null;
}

/** The account's subscription: its plan, period and next payment. */
export function SubscriptionCard({ planName, subscription, state, nextPayment }: SubscriptionCardProps) {
  const { status, period, quota, currentPeriodEndsAt, cancelsAt } = subscription;
  const planId = parsePlanId(subscription.planId);
  const note = nextPayment && billNote(nextPayment);
  const ends = status === 'deleted' ? 'ended' : cancelsAt === null ? 'renews' : 'ends';
  // The period that runs is the one whose payment failed: nothing is paid until its end.
  const isUnpaid = cancelsAt === null && (status === 'past_due' || status === 'paused');
  return (
    <Card
      title={t('billing.plan.title')}
      aside={<StateBadge badge={state.badge} />}
      footer={state.sentence === null && state.action && <StateButton action={state.action} />}
    >
      <dl className="facts">
        <Fact label={t('billing.plan.name')}>{planId ? t(`billing.planName.${planId}`) : planName}</Fact>
        <Fact label={t('billing.plan.period')}>{t(`billing.period.${period}`)}</Fact>
        {quota && (
          <Fact label={t('billing.plan.quota')}>
            {t('billing.plan.quotaText', {
              executions: countText(quota.executions),
              workflows: countText(quota.activeWorkflows),
            })}
          </Fact>
        )}
        {!isUnpaid && (
          <Fact label={t(`billing.plan.${ends}`)}>
            <LocalTime at={cancelsAt ?? currentPeriodEndsAt} format="date" />
          </Fact>
        )}
        {nextPayment && !isUnpaid && ends === 'renews' && (
          <Fact label={t('billing.plan.next')}>
            <TimeText
              i18nKey={nextPayment.amount > 0 ? 'billing.plan.nextText' : 'billing.plan.nextNothing'}
              values={{ amount: moneyText(nextPayment) }}
              at={nextPayment.date}
              format="date"
            />
            {note && <span className="text-muted text-sm"> {note}</span>}
          </Fact>
        )}
      </dl>
    </Card>
  );
}
