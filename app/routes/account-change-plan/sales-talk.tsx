import { ButtonLink } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import type { BillingPeriod } from '#app/domain/billing/subscription.ts';
import { paths } from '#app/domain/paths.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import type { QuotaBounds } from './quota-price.ts';

const SALES = 'mailto:sales@weft.example';

export interface SalesTalkProps {
  bounds: QuotaBounds;
  period: BillingPeriod;
  /** As typed: restored when the dialog is closed. */
  quota: { executions: string; activeWorkflows: string };
}

/** Opens for who needs more than can be bought here (spec §2, the "sales-talk modal"). */
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
