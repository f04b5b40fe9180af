import { z } from 'zod';
import { type Money, money } from '#app/domain/billing/money.ts';
import type { UpcomingBill } from '#app/domain/billing/plan-change.ts';
import { sumPostponed } from '#app/domain/billing/postponed.ts';
import { currencySchema, epochMsSchema, minorUnitsSchema } from './wire.ts';

/** The purpose of each later bill. */
export const recurringSchema = z.object({
  totals: z.object({ subtotal: minorUnitsSchema, total: minorUnitsSchema, currency_code: currencySchema }),
});

/** An upcoming bill. `total` is before the customer's credit, `grand_total` after. */
export const upcomingSchema = z.object({
  billing_period: z.object({ starts_at: epochMsSchema }),
  details: z.object({
    totals: z.object({
      subtotal: minorUnitsSchema,
      total: minorUnitsSchema,
      grand_total: minorUnitsSchema,
      credit_to_balance: minorUnitsSchema,
      currency_code: currencySchema,
    }),
  }),
});

type UpcomingTransaction = z.infer<typeof upcomingSchema>;
type RecurringDetails = z.infer<typeof recurringSchema>;

/** The charge minus the credit: Paddle never pays out, it keeps a credit for the next bills. */
export function dueOf({ details: { totals } }: UpcomingTransaction): Money {
  return money(totals.grand_total - totals.credit_to_balance, totals.currency_code);
}

/** @returns an upcoming bill, with its part for plan changes: everything that later bills do not contain. */
export function toUpcomingBill(next: UpcomingTransaction, recurring: RecurringDetails): UpcomingBill {
  const { totals } = next.details;
  const postponed = sumPostponed(
    money(totals.total, totals.currency_code),
    money(recurring.totals.total, recurring.totals.currency_code),
  );
  return { ...dueOf(next), date: next.billing_period.starts_at, postponed };
}
