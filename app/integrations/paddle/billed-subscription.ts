import { z } from 'zod';
import { choiceOf } from '#app/domain/billing/offer.ts';
import type { PostponedCharge } from '#app/domain/billing/postponed.ts';
import type { Calls } from './client.ts';
import { postponedChargeOf } from './postponed.ts';
import { billedItemOf } from './prices.ts';
import { recurringSchema, upcomingSchema } from './upcoming.ts';
import { epochMsSchema, idSchema, subscriptionPath } from './wire.ts';

const billedPrice = z.object({ id: idSchema, product_id: idSchema, custom_data: z.unknown().optional() });

const billedSchema = z
  .object({
    status: z.string().optional(),
    custom_data: z.unknown().optional(),
    scheduled_change: z.object({ action: z.string() }).nullish(),
    current_billing_period: z.object({ ends_at: epochMsSchema }).nullish(),
    items: z.array(z.object({ quantity: z.number(), price: billedPrice })).max(100),
    next_transaction: upcomingSchema.nullish(),
    recurring_transaction_details: recurringSchema.nullish(),
  })
  .transform((found) => {
    return {
      isPastDue: found.status === 'past_due',
      customData: found.custom_data,
      items: found.items,
      /** The plan of everything that is billed; null if it is not one of our plans. */
      choice: choiceOf(found.items.map(billedItemOf)),
      productId: found.items[0]?.price.product_id ?? null,
      postponed: postponedChargeOf(found.custom_data) satisfies PostponedCharge | null,
      /** Whether a cancellation is scheduled, so that no next bill comes. */
      isEnding: found.scheduled_change?.action === 'cancel',
      /** UTC ms; 0 while no period runs. */
      currentPeriodEndsAt: found.current_billing_period?.ends_at ?? 0,
      next: found.next_transaction ?? null,
      recurring: found.recurring_transaction_details ?? null,
    };
  });

/** A subscription as changes and cancellations have to know it. */
export type BilledSubscription = z.infer<typeof billedSchema>;

/** @returns what a subscription bills now and next: https://developer.paddle.com/api-reference/subscriptions/get-subscription */
export function readBilled(calls: Calls, subscriptionId: string): Promise<BilledSubscription> {
  const include = '?include=next_transaction,recurring_transaction_details';
  return calls.get(subscriptionPath(subscriptionId, include), billedSchema);
}
