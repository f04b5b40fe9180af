import { isWaiting, type PostponedCharge } from '#app/domain/billing/postponed.ts';
import type { ProviderSubscription } from '#app/domain/billing/provider-event.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { isUnanswered } from '#app/domain/billing/unanswered-change.ts';
import { type BilledSubscription, readBilled } from './billed-subscription.ts';
import type { Calls, Paddle } from './client.ts';
import {
  findPaidCharge,
  postponeAgain,
  recordSettlement,
  refund,
  settlePostponed,
  withdrawCharge,
} from './postponed-charge.ts';
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

/** @returns the methods that cancel a subscription, and undo it. Each step has its own deadline: charges wait for a bank. */
export function cancellationMethods(
  paddle: Paddle,
): Pick<BillingProvider, 'cancel' | 'undoCancel' | 'refundLostCharge'> {
  const attempt = <T>(work: (calls: Calls) => Promise<T>) => paddle('plan_change_failed', work);
  return {
    async cancel(id) {
      const billed = await attempt((calls) => readBilled(calls, id));
      const { postponed, currentPeriodEndsAt, isPastDue, isEnding } = billed;
      // Paddle charges nothing more, and keeps no record, while a bill is unpaid; the limits return to the paid plan.
      if (!isPastDue && !isEnding && isWaiting(postponed, currentPeriodEndsAt)) {
        const settledBy = await settlePostponed(attempt, id, billed);
        if (settledBy !== null || postponed.settledBy !== null)
          await attempt((calls) => recordSettlement(calls, id, billed, settledBy));
      }
      return attempt((calls) => cancelAtPeriodEnd(calls, id));
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
        // `refundLostCharge` finds out whether an unanswered refund is made.
        if (postponed.settledBy !== 'charge' || isUnanswered(error)) throw error;
        // A bill that contains the charge again must not come without the refund.
        await attempt(async (calls) => {
          await recordSettlement(calls, id, billed, 'charge');
          await cancelAtPeriodEnd(calls, id);
        });
        throw error;
      }
      return kept;
    },

    async refundLostCharge(id) {
      const billed = await attempt((calls) => readBilled(calls, id));
      const { postponed, currentPeriodEndsAt } = billed;
      if (postponed === null) return;
      if (postponed.settledBy === null || isBilledAgain(billed, postponed))
        await attempt((calls) => withdrawCharge(calls, id, billed));
      else if (postponed.settledBy === 'charge' && isWaiting(postponed, currentPeriodEndsAt))
        await attempt(async (calls) => {
          const made = await findPaidCharge(calls, id, postponed);
          if (made === null) await recordSettlement(calls, id, billed, null);
        });
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

function cancelAtPeriodEnd(calls: Calls, id: string): Promise<ProviderSubscription> {
  const body = { effective_from: 'next_billing_period' };
  return calls.send('POST', subscriptionPath(id, '/cancel'), body, answeredSubscriptionSchema);
}
