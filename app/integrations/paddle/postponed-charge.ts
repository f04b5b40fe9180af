import { z } from 'zod';
import type { PostponedCharge } from '#app/domain/billing/postponed.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { BilledSubscription } from './billed-subscription.ts';
import { createCharge, findCharge, type MadeCharge } from './charges.ts';
import type { Calls } from './client.ts';
import { withPostponed } from './postponed.ts';
import { subscriptionPath } from './wire.ts';

/** Distinguishes our charge from those that an operator makes manually. */
const CHARGE_KIND = 'postponed';

type Settled = NonNullable<PostponedCharge['settledBy']>;

/** Writes how a cancellation settled the charge that waits; null for not. Never repeated: it must not follow a later change. */
export async function recordSettlement(
  calls: Calls,
  id: string,
  { customData, postponed }: BilledSubscription,
  settledBy: Settled | null,
): Promise<void> {
  if (postponed === null) return;
  const body = { custom_data: withPostponed(customData, { ...postponed, settledBy }) };
  await calls.send('PATCH', subscriptionPath(id), body, z.unknown());
}

/** @returns the fields of a change by which the charge waits for the next bill, whatever a cancellation recorded. */
export function postponeAgain({ customData, postponed }: BilledSubscription): {
  custom_data?: Record<string, unknown>;
} {
  if (postponed === null || postponed.settledBy === null) return {};
  return { custom_data: withPostponed(customData, { ...postponed, settledBy: null }) };
}

/**
 * Charges what waits for the next bill, which a cancellation keeps from coming: a scheduled one makes Paddle's
 * `next_transaction` null (https://developer.paddle.com/api-reference/subscriptions/get-subscription). Decided by the
 * charges that were made, not by the record, which an earlier attempt may have written before it failed.
 * @param attempt gives each call a deadline of its own.
 * @returns how it is settled; null when the card was declined.
 */
export async function settlePostponed(
  attempt: <T>(work: (calls: Calls) => Promise<T>) => Promise<T>,
  id: string,
  billed: BilledSubscription,
): Promise<Settled | null> {
  const { next, recurring, productId, postponed } = billed;
  if (next === null || recurring === null || productId === null || postponed === null) return null;
  const owed = next.details.totals.subtotal - recurring.totals.subtotal;
  const made = await attempt((calls) => findPaidCharge(calls, id, postponed));
  if (made?.unitAmount === owed) return 'charge';
  // A plan change has followed the charge, which is of another sum.
  if (made) await attempt((calls) => withdrawCharge(calls, id, billed));
  if (owed <= 0) return 'nothing';
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
    await attempt((calls) => createCharge(calls, id, price, { quantity: 1, onFailure: 'prevent_change' }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'payment_declined') return null;
    throw error;
  }
  return 'charge';
}

/** @returns our charge of this period that is paid and not refunded; null for none. */
export function findPaidCharge(
  calls: Calls,
  id: string,
  postponed: PostponedCharge,
): Promise<MadeCharge | null> {
  const query = { subscription_id: id, status: 'paid,completed', include: 'adjustments' };
  return findCharge(calls, query, dataOf(postponed));
}

function dataOf({ until }: PostponedCharge) {
  return { kind: CHARGE_KIND, until: new Date(until).toISOString() };
}

/** Refunds the charge of a cancellation. The record no longer names it by then, so the limits never outlive the payment. */
export async function withdrawCharge(calls: Calls, id: string, billed: BilledSubscription): Promise<void> {
  const { postponed } = billed;
  if (postponed === null) return;
  if (postponed.settledBy !== null) await recordSettlement(calls, id, billed, null);
  await refund(calls, id, postponed);
}

/** https://developer.paddle.com/api-reference/adjustments/create-adjustment: Paddle approves it, and then pays it back. */
export async function refund(calls: Calls, id: string, postponed: PostponedCharge): Promise<void> {
  const made = await findPaidCharge(calls, id, postponed);
  // Refunded already, by a try whose answer was lost.
  if (made === null) return;
  const body = {
    action: 'refund',
    type: 'full',
    transaction_id: made.transactionId,
    reason: 'Cancellation undone',
  };
  await calls.send('POST', '/adjustments', body, z.unknown());
}
