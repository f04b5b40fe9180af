import { z } from 'zod';
import { isWaiting, type PostponedCharge } from '#app/domain/billing/postponed.ts';
import type { ProviderSubscription } from '#app/domain/billing/provider-event.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { type BilledSubscription, readBilled } from './billed-subscription.ts';
import type { Calls, Paddle } from './client.ts';
import { refusalOf } from './failures.ts';
import { withPostponed } from './postponed.ts';
import { answeredSubscriptionSchema } from './provider-subscription.ts';
import { idSchema, subscriptionPath } from './wire.ts';

/** Names our charge among those that an operator makes by hand. */
const CHARGE_KIND = 'postponed';
const SETTLED = { charge: 'charge', nothing: 'nothing' } as const;
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

/**
 * @returns the methods that cancel a subscription, and undo that. Reading, charge and cancellation have a deadline
 * each: a charge waits for the customer's bank.
 */
export function cancellationMethods(paddle: Paddle): Pick<BillingProvider, 'cancel' | 'undoCancel'> {
  const attempt = <T>(work: (calls: Calls) => Promise<T>) => paddle('plan_change_failed', work);
  return {
    async cancel(id) {
      const billed = await attempt((calls) => readBilled(calls, id));
      const { postponed, currentPeriodEndsAt } = billed;
      const isOwed = isWaiting(postponed, currentPeriodEndsAt) && postponed.settledBy === null;
      const settledBy = isOwed ? await attempt((calls) => settle(calls, id, billed)) : null;
      try {
        if (settledBy !== null) await attempt((calls) => record(calls, id, billed, settledBy));
        return await attempt((calls) => cancelAtPeriodEnd(calls, id));
      } catch (error) {
        // The subscription continues, and its next bill contains the amount again: the earlier charge is refunded.
        if (settledBy === SETTLED.charge && postponed !== null) {
          await attempt((calls) => refund(calls, id, postponed));
          await attempt((calls) => record(calls, id, billed, null));
        }
        throw error;
      }
    },

    async undoCancel(id) {
      const [billed, kept] = await attempt(async (calls) => {
        const found = await readBilled(calls, id);
        return [found, await keep(calls, id, waitingAgain(found))] as const;
      });
      const { postponed, currentPeriodEndsAt } = billed;
      // Looked up by period and not by the record, which an earlier attempt may have cleared before the refund.
      if (!isWaiting(postponed, currentPeriodEndsAt)) return kept;
      try {
        await attempt((calls) => refund(calls, id, postponed));
      } catch (error) {
        if (postponed.settledBy === null) throw error;
        // A bill that contains the charge again must not come without the refund.
        await attempt(async (calls) => {
          await record(calls, id, billed, SETTLED.charge);
          await cancelAtPeriodEnd(calls, id);
        });
        throw error;
      }
      return kept;
    },
  };
}

/** The next bill comes again, so the charge waits for it again. */
function waitingAgain({ customData, postponed }: BilledSubscription): object {
  if (postponed === null || postponed.settledBy === null) return {};
  return { custom_data: withPostponed(customData, { ...postponed, settledBy: null }) };
}

function cancelAtPeriodEnd(calls: Calls, id: string): Promise<ProviderSubscription> {
  const body = { effective_from: 'next_billing_period' };
  return calls.send('POST', subscriptionPath(id, '/cancel'), body, answeredSubscriptionSchema);
}

function keep(calls: Calls, id: string, change: object): Promise<ProviderSubscription> {
  const body = { scheduled_change: null, ...change };
  return calls.send('PATCH', subscriptionPath(id), body, answeredSubscriptionSchema);
}

async function record(
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
 * Charges the amount that waits for the next bill, which never comes after a cancellation: `next_transaction` is null
 * then (https://developer.paddle.com/api-reference/subscriptions/get-subscription).
 * @returns how it is settled; null when the card was declined.
 */
async function settle(calls: Calls, id: string, billed: BilledSubscription): Promise<Settled | null> {
  const { next, recurring, productId, postponed } = billed;
  // Cancelled elsewhere: no bill comes, and Paddle accepts no charge.
  if (next === null || recurring === null || productId === null || postponed === null) return null;
  const owed = next.details.totals.subtotal - recurring.totals.subtotal;
  if (owed <= 0) return SETTLED.nothing;
  // The answer to an earlier attempt may have been lost.
  if ((await findCharge(calls, id, postponed)) !== null) return SETTLED.charge;
  const { currency_code } = next.details.totals;
  const price = {
    product_id: productId,
    name: 'Plan change',
    description: 'Plan change that was to be on the next bill',
    // The amount is before tax, whatever the catalogue's prices are.
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
  const { entities } = await calls.page('/transactions', query, chargesSchema);
  const found = entities.find(
    ({ items, adjustments }) =>
      items.some(
        ({ price: { custom_data: of } }) =>
          of?.kind === CHARGE_KIND && of.until === new Date(until).toISOString(),
      ) && !adjustments.some(({ action, status }) => action === 'refund' && status !== 'rejected'),
  );
  return found?.id ?? null;
}

/** https://developer.paddle.com/api-reference/adjustments/create-adjustment: Paddle approves it, and then pays it back. */
async function refund(calls: Calls, id: string, postponed: PostponedCharge): Promise<void> {
  const transactionId = await findCharge(calls, id, postponed);
  // Refunded already, by a try whose answer was lost.
  if (transactionId === null) return;
  const body = {
    action: 'refund',
    type: 'full',
    transaction_id: transactionId,
    reason: 'The cancellation was taken back',
  };
  await calls.send('POST', '/adjustments', body, z.unknown());
}
