import { z } from 'zod';
import { money } from '#app/domain/billing/money.ts';
import type { PurchaseItem } from '#app/domain/billing/offer.ts';
import type { ChangePreview, ChargeTime } from '#app/domain/billing/plan-change.ts';
import { isWaiting } from '#app/domain/billing/postponed.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { type BilledSubscription, readBilled } from './billed-subscription.ts';
import type { Calls, Paddle } from './client.ts';
import { withPostponed } from './postponed.ts';
import { postponeAgain } from './postponed-charge.ts';
import { answeredSubscriptionSchema } from './provider-subscription.ts';
import { dueOf, recurringSchema, toUpcomingBill, upcomingSchema } from './upcoming.ts';
import { currencySchema, subscriptionPath, toPaddleItems } from './wire.ts';

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
        const { next, recurring } = await readBilled(calls, id);
        return next && recurring ? toUpcomingBill(next, recurring) : null;
      }),
  };
}

/**
 * The items replace all: https://developer.paddle.com/build/subscriptions/replace-products-prices-upgrade-downgrade
 * @throws AppError plan_charge_waiting for a charge now while another waits: it would credit an unpaid amount.
 */
async function changeBody(
  calls: Calls,
  subscriptionId: string,
  change: { items: readonly PurchaseItem[]; charge: ChargeTime },
) {
  const billed = await readBilled(calls, subscriptionId);
  const { choice } = billed;
  // A new period starts immediately, and Paddle bills it immediately or not at all.
  const changesPeriod = choice !== null && change.items.some(({ period }) => period !== choice.period);
  const isNow = change.charge === 'now' || changesPeriod;
  const isAnotherWaiting = isWaiting(billed.postponed, billed.currentPeriodEndsAt);
  if (isNow && isAnotherWaiting) throw new AppError('plan_charge_waiting');
  return {
    items: toPaddleItems(change.items),
    proration_billing_mode: isNow ? 'prorated_immediately' : 'prorated_next_billing_period',
    on_payment_failure: 'prevent_change',
    ...(isAnotherWaiting
      ? postponeAgain(billed)
      : isNow || isBilled(billed, change.items)
        ? {}
        : { custom_data: recordOf(billed) }),
  };
}

/** @returns whether the account already pays for the requested plan: then the change costs nothing and no charge waits. */
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
