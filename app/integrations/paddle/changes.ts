import { z } from 'zod';
import { type Money, money } from '#app/domain/billing/money.ts';
import type { PurchaseItem } from '#app/domain/billing/offer.ts';
import type { ChangePreview, ChargeTime } from '#app/domain/billing/plan-change.ts';
import type { BillingPeriod } from '#app/domain/billing/subscription.ts';
import type { BillingProvider } from '#app/use-cases/billing/ports.ts';
import type { Calls, Paddle } from './client.ts';
import { readPrices } from './prices.ts';
import { answeredSubscriptionSchema, subscriptionPath } from './subscriptions.ts';
import { currencySchema, epochMsSchema, idSchema, minorUnitsSchema, toPaddleItems } from './wire.ts';

const transactionSchema = z.object({
  billing_period: z.object({ starts_at: epochMsSchema }),
  details: z.object({
    totals: z.object({
      grand_total: minorUnitsSchema,
      credit_to_balance: minorUnitsSchema,
      currency_code: currencySchema,
    }),
  }),
});

type PreviewedTransaction = z.infer<typeof transactionSchema>;

/** The bill to come, as https://developer.paddle.com/api-reference/subscriptions/get-subscription includes it. */
const upcomingSchema = z.object({ id: idSchema, next_transaction: transactionSchema.nullish() });

const previewSchema = z.object({
  currency_code: currencySchema,
  immediate_transaction: transactionSchema.nullable(),
  next_transaction: transactionSchema,
});

const periodSchema = z.object({
  billing_cycle: z.object({ interval: z.string(), frequency: z.number() }),
});

/** @returns the methods that change what a subscription bills, and tell what it will. */
export function changeMethods(
  paddle: Paddle,
): Pick<BillingProvider, 'previewChange' | 'change' | 'nextPayment'> {
  return {
    previewChange: (id, items, charge) =>
      paddle('plan_change_failed', async (calls): Promise<ChangePreview> => {
        const body = await changeBody(calls, id, { items, charge });
        const path = subscriptionPath(id, '/preview');
        const preview = await calls.sendRepeatably('PATCH', path, body, previewSchema);
        const now = preview.immediate_transaction;
        return {
          immediate: now ? dueOf(now) : money(0, preview.currency_code),
          next: upcomingOf(preview.next_transaction),
        };
      }),

    change: (id, items, charge) =>
      paddle('plan_change_failed', async (calls) => {
        const body = await changeBody(calls, id, { items, charge });
        return calls.send('PATCH', subscriptionPath(id), body, answeredSubscriptionSchema);
      }),

    nextPayment: (id) =>
      paddle('billing_unavailable', async (calls) => {
        const path = subscriptionPath(id, '?include=next_transaction');
        const { next_transaction: next } = await calls.get(path, upcomingSchema);
        return next ? upcomingOf(next) : null;
      }),
  };
}

/** https://developer.paddle.com/build/subscriptions/replace-products-prices-upgrade-downgrade: the items replace all. */
async function changeBody(
  calls: Calls,
  subscriptionId: string,
  change: { items: readonly PurchaseItem[]; charge: ChargeTime },
) {
  const isNow = change.charge === 'now' || (await changesPeriod(calls, subscriptionId, change.items));
  return {
    items: toPaddleItems(change.items),
    proration_billing_mode: isNow ? 'prorated_immediately' : 'prorated_next_billing_period',
    on_payment_failure: 'prevent_change',
  };
}

/** Another period begins at once, and Paddle bills it at once or not at all. */
async function changesPeriod(
  calls: Calls,
  subscriptionId: string,
  items: readonly PurchaseItem[],
): Promise<boolean> {
  const [{ billing_cycle: cycle }, prices] = await Promise.all([
    calls.get(subscriptionPath(subscriptionId), periodSchema),
    readPrices(calls),
  ]);
  const period = periodOf(cycle);
  return items.some(({ priceId }) => {
    const price = prices.find((known) => known.priceId === priceId);
    return price !== undefined && price.period !== period;
  });
}

function periodOf({ interval, frequency }: { interval: string; frequency: number }): BillingPeriod | null {
  if (frequency !== 1) return null;
  return interval === 'month' ? 'monthly' : interval === 'year' ? 'yearly' : null;
}

/** What is charged, less what is given back: Paddle never pays out, it keeps a credit for the next bills. */
function dueOf({ details: { totals } }: PreviewedTransaction): Money {
  return money(totals.grand_total - totals.credit_to_balance, totals.currency_code);
}

function upcomingOf(transaction: PreviewedTransaction): ChangePreview['next'] {
  return { ...dueOf(transaction), date: transaction.billing_period.starts_at };
}
