import { type Money, moneyText } from '#app/domain/billing/money.ts';
import { t } from '#app/i18n/t.ts';

/** @returns the sentence about the part of a bill's total that earlier plan changes added or took off. */
export function usePostponedText(): (postponed: Money) => string {
  return (postponed) => {
    const amount = moneyText({ ...postponed, amount: Math.abs(postponed.amount) });
    return postponed.amount < 0
      ? t('billing.plan.credited', { amount })
      : t('billing.plan.postponed', { amount });
  };
}
