import { isWaiting, type PostponedCharge } from '#app/domain/billing/postponed.ts';
import type { ProviderSubscription } from '#app/domain/billing/provider-event.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { type BilledSubscription, readBilled } from './billed-subscription.ts';
import type { Calls, Paddle } from './client.ts';
import { withPostponed } from './postponed.ts';
import { recordSettlement, refund, SETTLED, settlePostponed } from './postponed-charge.ts';
import { answeredSubscriptionSchema } from './provider-subscription.ts';
import { subscriptionPath } from './wire.ts';

/** @returns the methods that read a subscription, and end it immediately. */
export function subscriptionMethods(paddle: Paddle): Pick<BillingProvider, 'subscription' | 'endNow'> {
  return {
    subscription: (id) =>
      paddle('billing_unavailable', (calls) => calls.get(subscriptionPath(id), answeredSubscriptionSchema)),

    endNow: (id) =>
      paddle('plan_change_failed', (calls) => {
        const body = { effective_from: 'immediately' };
        return calls.send('POST', subscriptionPath(id, '/cancel'), body, answeredSubscriptionSchema);
      }),
  };
}

/**
 * @returns the methods that cancel a subscription, and undo that. Reading, charge and cancellation have a deadline
 * each: a charge waits for the customer's bank.
 */
export function cancellationMethods(
  paddle: Paddle,
): Pick<BillingProvider, 'cancel' | 'undoCancel' | 'refundLostCharge'> {
  const attempt = <T>(work: (calls: Calls) => Promise<T>) => paddle('plan_change_failed', work);
  return {
    async cancel(id) {
      const billed = await attempt((calls) => readBilled(calls, id));
      const { postponed, currentPeriodEndsAt, isPastDue } = billed;
      // Paddle charges nothing more, and keeps no record, while a bill is unpaid; the limits return to the paid plan.
      const isOwed = !isPastDue && isWaiting(postponed, currentPeriodEndsAt) && postponed.settledBy === null;
      const settledBy = isOwed ? await attempt((calls) => settlePostponed(calls, id, billed)) : null;
      try {
        if (settledBy !== null) await attempt((calls) => recordSettlement(calls, id, billed, settledBy));
        return await attempt((calls) => cancelAtPeriodEnd(calls, id));
      } catch (error) {
        // The subscription continues, and its next bill contains the amount again: the earlier charge is refunded.
        if (settledBy === SETTLED.charge && postponed !== null) {
          await attempt((calls) => refund(calls, id, postponed));
          await attempt((calls) => recordSettlement(calls, id, billed, null));
        }
        throw error;
      }
    },

    async undoCancel(id) {
      const [billed, kept] = await attempt(async (calls) => {
        const found = await readBilled(calls, id);
        const body = { scheduled_change: null, ...postponeAgain(found) };
        const answer = await calls.send('PATCH', subscriptionPath(id), body, answeredSubscriptionSchema);
        return [found, answer] as const;
      });
      const { postponed, currentPeriodEndsAt } = billed;
      // Decided by the period and not by the record, which an earlier attempt may have cleared before it could refund.
      if (!isWaiting(postponed, currentPeriodEndsAt)) return kept;
      try {
        await attempt((calls) => refund(calls, id, postponed));
      } catch (error) {
        if (postponed.settledBy === null) throw error;
        // A bill that contains the charge again must not come without the refund.
        await attempt(async (calls) => {
          await recordSettlement(calls, id, billed, SETTLED.charge);
          await cancelAtPeriodEnd(calls, id);
        });
        throw error;
      }
      return kept;
    },

    async refundLostCharge(id) {
      const billed = await attempt((calls) => readBilled(calls, id));
      const { postponed } = billed;
      if (postponed === null || !isBilledAgain(billed, postponed)) return;
      await attempt((calls) => refund(calls, id, postponed));
      if (postponed.settledBy !== null) await attempt((calls) => recordSettlement(calls, id, billed, null));
    },
  };
}

/** @returns whether a later bill contains the sum that a cancellation charges, or already has. */
function isBilledAgain(
  { currentPeriodEndsAt, isEnding }: BilledSubscription,
  { until }: PostponedCharge,
): boolean {
  return currentPeriodEndsAt > until || (currentPeriodEndsAt === until && !isEnding);
}

/** @returns the change by which a charge waits for the next bill, which comes again. */
function postponeAgain({ customData, postponed }: BilledSubscription): object {
  if (postponed === null || postponed.settledBy === null) return {};
  return { custom_data: withPostponed(customData, { ...postponed, settledBy: null }) };
}

function cancelAtPeriodEnd(calls: Calls, id: string): Promise<ProviderSubscription> {
  const body = { effective_from: 'next_billing_period' };
  return calls.send('POST', subscriptionPath(id, '/cancel'), body, answeredSubscriptionSchema);
}
