import { z } from 'zod';
import type { PostponedCharge } from '#app/domain/billing/postponed.ts';
import type { BilledSubscription } from './billed-subscription.ts';
import { createCharge, findCharge } from './charges.ts';
import type { Calls } from './client.ts';
import { refusalOf } from './failures.ts';
import { withPostponed } from './postponed.ts';
import { subscriptionPath } from './wire.ts';

/** Distinguishes our charge from those that an operator makes manually. */
const CHARGE_KIND = 'postponed';
export const SETTLED = { charge: 'charge', nothing: 'nothing' } as const;
type Settled = (typeof SETTLED)[keyof typeof SETTLED];

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
  if ((await findPaidCharge(calls, id, postponed)) !== null) return SETTLED.charge;
  const { currency_code } = next.details.totals;
  const price = {
    product_id: productId,
    name: 'Plan change',
    // The sum is before tax, even if the catalogue's prices include it.
    tax_mode: 'external',
    unit_price: { amount: String(owed), currency_code },
    custom_data: dataOf(postponed),
  };
  try {
    await createCharge(calls, id, price, { quantity: 1, onFailure: 'prevent_change' });
  } catch (error) {
    if (refusalOf(error)?.code === 'subscription_payment_declined') return null;
    throw error;
  }
  return SETTLED.charge;
}

/** @returns our charge of this period that is paid and not refunded; null for none. */
function findPaidCharge(calls: Calls, id: string, postponed: PostponedCharge): Promise<string | null> {
  const query = { subscription_id: id, status: 'paid,completed', include: 'adjustments' };
  return findCharge(calls, query, dataOf(postponed));
}

function dataOf({ until }: PostponedCharge) {
  return { kind: CHARGE_KIND, until: new Date(until).toISOString() };
}

/** https://developer.paddle.com/api-reference/adjustments/create-adjustment: Paddle approves it, and then pays it back. */
export async function refund(calls: Calls, id: string, postponed: PostponedCharge): Promise<void> {
  const transactionId = await findPaidCharge(calls, id, postponed);
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
