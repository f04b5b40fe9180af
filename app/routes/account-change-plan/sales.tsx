import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import type { BillingPeriod } from '#app/domain/billing/subscription.ts';
import { paths } from '#app/domain/paths.ts';
import { enterpriseFeatures } from '#app/domain/plan/plan-features.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { CheckList } from './plan-card.tsx';
import type { QuotaBounds } from './quota-price.ts';

/** Enterprise is sold only by contact (spec §1): the card opens the sales-talk dialog and starts no checkout. */
export function EnterpriseCard({ period }: { period: BillingPeriod }) {
  const name = t('billing.enterprise.name');
  return (
    <Card
      title={name}
      footer={
        <ButtonLink
          to={`${paths.changePlan}?${new URLSearchParams({ period, dialog: 'sales' })}`}
          isWide
          preventScrollReset
        >
          {t('billing.enterprise.talk')}
        </ButtonLink>
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

const SALES = 'mailto:sales@weft.example';

interface SalesTalkProps {
  bounds: QuotaBounds;
  period: BillingPeriod;
  /** As typed: restored when the dialog is closed. */
  quota: { executions: string; activeWorkflows: string };
}

/** For people who need more than the portal sells (spec §2, the "sales-talk modal"). */
export function SalesTalk({ bounds, period, quota }: SalesTalkProps) {
  return (
    <Dialog
      title={t('billing.salesTalk.title')}
      closeTo={`${paths.changePlan}?${new URLSearchParams({ period, ...quota })}`}
      closeLabel={t('billing.salesTalk.back')}
    >
      <p>
        {t('billing.salesTalk.body', {
          executions: countText(bounds.executions.max),
          workflows: countText(bounds.activeWorkflows.max),
        })}
      </p>
      <ButtonLink to={SALES} variant="primary" icon="mail">
        {t('billing.salesTalk.action')}
      </ButtonLink>
    </Dialog>
  );
}
