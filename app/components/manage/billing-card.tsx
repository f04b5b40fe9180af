import { useTranslation } from 'react-i18next';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { Card } from '../ui/card.tsx';
import { LocalTime } from '../ui/time.tsx';

export interface BillingCardProps {
  planName: string;
  subscription: Subscription;
}

/** What the account pays for, and until when. */
export function BillingCard({ planName, subscription }: BillingCardProps) {
  const { t } = useTranslation();
  const { status, period, currentPeriodEndsAt, cancelsAt } = subscription;
  return (
    <Card title={t('billing.plan.title')}>
      <dl className="facts">
        <div>
          <dt>{t('billing.plan.name')}</dt>
          <dd>{planName}</dd>
        </div>
        <div>
          <dt>{t('billing.plan.period')}</dt>
          <dd>{t(`billing.period.${period}`)}</dd>
        </div>
        <div>
          <dt>{t('billing.plan.status')}</dt>
          <dd>{t(`billing.status.${status}`)}</dd>
        </div>
        <div>
          <dt>{t(cancelsAt === null ? 'billing.plan.renews' : 'billing.plan.ends')}</dt>
          <dd>
            <LocalTime at={cancelsAt ?? currentPeriodEndsAt} format="date" />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
