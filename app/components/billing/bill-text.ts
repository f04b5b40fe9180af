import { moneyText } from '#app/domain/billing/money.ts';
import type { UpcomingBill } from '#app/domain/billing/plan-change.ts';
import { t } from '#app/i18n/t.ts';

/** @returns whether a price is before tax or with it, in words. */
export function taxText(taxInclusive: boolean): string {
  return t(`billing.tax.${taxInclusive ? 'included' : 'added'}`);
}

/**
 * @returns the sentences about earlier plan changes in a bill, and about the credit that a negative total leaves; empty
 *   without either.
 */
export function billNote({ amount, currency, postponed }: UpcomingBill): string {
  const figure = (signed: number) => ({ amount: moneyText({ amount: Math.abs(signed), currency }) });
  return [
    postponed &&
      t(postponed.amount < 0 ? 'billing.plan.credited' : 'billing.plan.postponed', figure(postponed.amount)),
    amount < 0 && t('billing.plan.creditLeft', figure(amount)),
  ]
    .filter(Boolean)
    .join(' ');
}
