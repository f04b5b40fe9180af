import { type Money, moneyText } from '#app/domain/billing/money.ts';
import type { UpcomingBill } from '#app/domain/billing/plan-change.ts';
import { t } from '#app/i18n/t.ts';

const positive = ({ amount, currency }: Money): Money => ({ amount: Math.abs(amount), currency });

/** @returns what is charged with a bill: a total of nothing or less charges nothing. */
export function dueText(bill: Money): string {
  return bill.amount > 0 ? moneyText(bill) : t('billing.plan.nothingDue');
}

/**
 * @returns the sentences about the part of a bill that earlier plan changes added or took off, and about the credit that a
 *   negative total leaves on the account; null when there is nothing to say.
 */
export function billNote(bill: UpcomingBill): string | null {
  const { postponed } = bill;
  const sentences = [
    postponed &&
      t(postponed.amount < 0 ? 'billing.plan.credited' : 'billing.plan.postponed', {
        amount: moneyText(positive(postponed)),
      }),
    bill.amount < 0 && t('billing.plan.creditLeft', { amount: moneyText(positive(bill)) }),
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : null;
}
