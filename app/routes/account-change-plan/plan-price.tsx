import { type Money, money, moneyText } from '#app/domain/billing/money.ts';
import type { BillingPeriod } from '#app/domain/billing/subscription.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';

export interface PlanPriceProps {
  /** Each period. */
  price: Money;
  period: BillingPeriod;
  /** The monthly price of the same plan when billed monthly. */
  monthly?: Money | null;
}

/** A price per period; a yearly one also per month, if that is not a rounded figure, and with the savings. */
export function PlanPrice({ price, period, monthly = null }: PlanPriceProps) {
  const saving = period === 'yearly' && monthly ? 12 * monthly.amount - price.amount : 0;
  const isWholeByMonth = period === 'yearly' && price.amount % 12 === 0;
  return (
    <div>
      <p>
        <Trans
          i18nKey={`billing.perPeriod.${period}`}
          values={{ amount: moneyText(price) }}
          components={{ strong: <strong className="figure" /> }}
        />
      </p>
      {isWholeByMonth && (
        <p className="text-muted text-sm">
          {t('billing.choose.perMonth', { amount: moneyText(money(price.amount / 12, price.currency)) })}
        </p>
      )}
      {saving > 0 && (
        <p className="text-sm">
          {t('billing.choose.saving', { amount: moneyText(money(saving, price.currency)) })}
        </p>
      )}
    </div>
  );
}
