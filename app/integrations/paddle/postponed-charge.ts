import { z } from 'zod';
import type { PostponedCharge } from '#app/domain/billing/postponed.ts';
import type { BilledSubscription } from './billed-subscription.ts';
import { type Calls, listAll } from './client.ts';
import { refusalOf } from './failures.ts';
import { withPostponed } from './postponed.ts';
import { idSchema, subscriptionPath } from './wire.ts';

/** Distinguishes our charge from those that an operator makes manually. */
const CHARGE_KIND = 'postponed';
export const SETTLED = { charge: 'charge', nothing: 'nothing' } as const;
type Settled = (typeof SETTLED)[keyof typeof SETTLED];

const chargesSchema = z.object({
  id: idSchema,
  items: z.array(
    z.object({
      price: z.object({
        custom_data: z.object({ kind: z.string(), until: z.string() }).nullish().catch(null),
      }),
    }),
  ),
  adjustments: z.array(z.object({ action: z.string(), status: z.string() })).default([]),
});

/** Writes how a cancellation settled the charge that waits; null for not. */
export async function recordSettlement(
  calls: Calls,
  id: string,
  { customData, postponed }: BilledSubscription,
  settledBy: Settled | null,
): Promise<void> {
  if (postponed === null) return;
  const body = { custom_data: withPostponed(customData, { ...postponed, settledBy }) };
  await calls.sendRepeatably('PATCH', subscriptionPath(id), body, z.unknown());
}

/**
 * Charges what waits for the next bill, which a cancellation keeps from coming: `next_transaction` is null then
 * (https://developer.paddle.com/api-reference/subscriptions/get-subscription).
 * @returns how it is settled; null when the card was declined.
 */
export async function settlePostponed(
  calls: Calls,
  id: string,
  billed: BilledSubscription,
): Promise<Settled | null> {
  const { next, recurring, productId, postponed } = billed;
  // A cancellation outside the portal is scheduled: no bill follows, and Paddle accepts no charge.
  if (next === null || recurring === null || productId === null || postponed === null) return null;
  const owed = next.details.totals.subtotal - recurring.totals.subtotal;
  if (owed <= 0) return SETTLED.nothing;
  // The answer to an earlier try may have been lost.
  if ((await findCharge(calls, id, postponed)) !== null) return SETTLED.charge;
  const { currency_code } = next.details.totals;
  const price = {
    product_id: productId,
    name: 'Plan change',
    description: 'Plan change',
    // The sum is before tax, even if the catalogue's prices include it.
    tax_mode: 'external',
    unit_price: { amount: String(owed), currency_code },
    custom_data: { kind: CHARGE_KIND, until: new Date(postponed.until).toISOString() },
  };
  try {
    await calls.send(
      'POST',
      subscriptionPath(id, '/charge'),
      {
        effective_from: 'immediately',
        items: [{ quantity: 1, price }],
        on_payment_failure: 'prevent_change',
      },
      z.unknown(),
    );
  } catch (error) {
    if (refusalOf(error)?.code === 'subscription_payment_declined') return null;
    throw error;
  }
  return SETTLED.charge;
}

/** @returns our charge of this period that is paid and not refunded; null for none. */
async function findCharge(calls: Calls, id: string, { until }: PostponedCharge): Promise<string | null> {
  const query = { subscription_id: id, status: 'paid,completed', include: 'adjustments' };
  const period = new Date(until).toISOString();
  for await (const found of listAll(calls, '/transactions', query, chargesSchema)) {
    const isOurs = found.items.some(
      ({ price: { custom_data: of } }) => of?.kind === CHARGE_KIND && of.until === period,
    );
    const isRefunded = found.adjustments.some(
      ({ action, status }) => action === 'refund' && status !== 'rejected',
    );
    if (isOurs && !isRefunded) return found.id;
  }
  return null;
}

/** https://developer.paddle.com/api-reference/adjustments/create-adjustment: Paddle approves it, and then pays it back. */
export async function refund(calls: Calls, id: string, postponed: PostponedCharge): Promise<void> {
  const transactionId = await findCharge(calls, id, postponed);
  // Refunded already, by a try whose answer was lost.
  if (transactionId === null) return;
  const body = {
    action: 'refund',
    type: 'full',
    transaction_id: transactionId,
    reason: 'Cancellation undone',
  };
  await calls.send('POST', '/adjustments', body, z.unknown());
}
