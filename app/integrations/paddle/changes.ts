import { z } from 'zod';
import { type Money, money } from '#app/domain/billing/money.ts';
import type { PurchaseItem } from '#app/domain/billing/offer.ts';
import type { ChangePreview, ChargeTime } from '#app/domain/billing/plan-change.ts';
import { isWaiting } from '#app/domain/billing/postponed.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import type { BillingPeriod } from '#app/domain/billing/subscription.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { type BilledSubscription, readBilled } from './billed-subscription.ts';
import type { Calls, Paddle } from './client.ts';
import { withPostponed } from './postponed.ts';
import { answeredSubscriptionSchema } from './provider-subscription.ts';
import { recurringSchema, toUpcomingBill, type UpcomingTransaction, upcomingSchema } from './upcoming.ts';
import { currencySchema, idSchema, subscriptionPath, toPaddleItems } from './wire.ts';

/** The upcoming bill, as https://developer.paddle.com/api-reference/subscriptions/get-subscription includes it. */
const nextSchema = z.object({
  id: idSchema,
  next_transaction: upcomingSchema.nullish(),
  recurring_transaction_details: recurringSchema.nullish(),
});

const previewSchema = z.object({
  currency_code: currencySchema,
  immediate_transaction: upcomingSchema.nullable(),
  next_transaction: upcomingSchema,
  recurring_transaction_details: recurringSchema,
});

/** @returns the methods that change the items of a subscription, and preview the change. */
export function changeMethods(
  paddle: Paddle,
): Pick<BillingProvider, 'previewChange' | 'change' | 'nextPayment'> {
  return {
    previewChange: (id, items, charge) =>
      paddle('plan_change_failed', async (calls): Promise<ChangePreview> => {
        const { custom_data: _record, ...body } = await changeBody(calls, id, { items, charge });
        const path = subscriptionPath(id, '/preview');
        const preview = await calls.sendRepeatably('PATCH', path, body, previewSchema);
        const now = preview.immediate_transaction;
        return {
          immediate: now ? dueOf(now) : money(0, preview.currency_code),
          next: toUpcomingBill(preview.next_transaction, preview.recurring_transaction_details),
        };
      }),

    change: (id, items, charge) =>
      paddle('plan_change_failed', async (calls) => {
        const body = await changeBody(calls, id, { items, charge });
        return calls.send('PATCH', subscriptionPath(id), body, answeredSubscriptionSchema);
      }),

    nextPayment: (id) =>
      paddle('billing_unavailable', async (calls) => {
        const path = subscriptionPath(id, '?include=next_transaction,recurring_transaction_details');
        const { next_transaction: next, recurring_transaction_details: recurring } = await calls.get(
          path,
          nextSchema,
        );
        return next && recurring ? toUpcomingBill(next, recurring) : null;
      }),
  };
}

/**
 * https://developer.paddle.com/build/subscriptions/replace-products-prices-upgrade-downgrade: the items replace all.
 * @throws AppError plan_charge_waiting for a charge now while another waits: it would credit an unpaid amount.
 */
async function changeBody(
  calls: Calls,
  subscriptionId: string,
  change: { items: readonly PurchaseItem[]; charge: ChargeTime },
) {
  const billed = await readBilled(calls, subscriptionId);
  const isNow = change.charge === 'now' || changesPeriod(billed, change.items);
  const isAnotherWaiting = isWaiting(billed.postponed, billed.currentPeriodEndsAt);
  if (isNow && isAnotherWaiting) throw new AppError('plan_charge_waiting');
  return {
    items: toPaddleItems(change.items),
    proration_billing_mode: isNow ? 'prorated_immediately' : 'prorated_next_billing_period',
    on_payment_failure: 'prevent_change',
    ...(isNow || isAnotherWaiting || isBilled(billed, change.items) ? {} : { custom_data: recordOf(billed) }),
  };
}

/** @returns whether a change wants what is billed already: it costs nothing, so no charge waits. */
function isBilled({ items }: BilledSubscription, wanted: readonly PurchaseItem[]): boolean {
  const isAmongThem = ({ priceId, quantity }: PurchaseItem) =>
    items.some((item) => item.price.id === priceId && item.quantity === quantity);
  return items.length === wanted.length && wanted.every(isAmongThem);
}

/** The first change whose charge waits records the plan that is paid for. */
function recordOf({ customData, choice, currentPeriodEndsAt: until }: BilledSubscription) {
  if (choice === null) throw new AppError('plan_change_failed');
  const { planId, quota } = choice;
  return withPostponed(customData, { paid: { planId, quota }, until, settledBy: null });
}

/** A new period starts immediately, and Paddle bills it immediately or not at all. */
function changesPeriod({ cycle }: BilledSubscription, items: readonly PurchaseItem[]): boolean {
  const current = periodOf(cycle);
  return items.some(({ period }) => period !== current);
}

function periodOf({ interval, frequency }: BilledSubscription['cycle']): BillingPeriod | null {
  if (frequency !== 1) return null;
  return interval === 'month' ? 'monthly' : interval === 'year' ? 'yearly' : null;
}

/** The charge minus the credit: Paddle never pays out, it keeps a credit for the next bills. */
function dueOf({ details: { totals } }: UpcomingTransaction): Money {
  return money(totals.grand_total - totals.credit_to_balance, totals.currency_code);
}
