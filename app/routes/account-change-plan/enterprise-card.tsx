import { Link } from '@remix-run/react';
import { Card } from '#app/components/ui/card.tsx';
import type { BillingPeriod } from '#app/domain/billing/subscription.ts';
import { paths } from '#app/domain/paths.ts';
import { enterpriseFeatures } from '#app/domain/plan/plan-features.ts';
import { t } from '#app/i18n/t.ts';
import { CheckList } from './plan-card.tsx';

/** Enterprise is sold only by contact (spec §1): the card opens the sales-talk dialog and starts no checkout. */
export function EnterpriseCard({ period }: { period: BillingPeriod }) {
  const name = t('billing.enterprise.name');
  return (
    <Card
      title={name}
      footer={
        <Link
          to={`${paths.changePlan}?${new URLSearchParams({ period, dialog: 'sales' })}`}
          className="button button--secondary button--wide"
          preventScrollReset
        >
          {t('billing.enterprise.talk')}
        </Link>
      }
    >
      <p className="text-muted">{t('billing.enterprise.lead')}</p>
      <CheckList
        label={t('billing.choose.features', { name })}
        items={enterpriseFeatures.map((feature) => t(`billing.feature.${feature}`))}
        isWide
      />
    </Card>
  );
}
