import { subscriptionError } from './errors.ts';
import type { PaddleState, SubscriptionRecord } from './state.ts';
import { outstandingTransaction } from './subscriptions.ts';

const processingMs = 30 * 60 * 1000;

/**
 * Refuses a change of a subscription that is over, that is about to renew, or (but for a past-due one, whose changes
 * have refusals of their own) that still has a transaction to be paid.
 */
export function refuseWhenLocked(state: PaddleState, record: SubscriptionRecord): void {
  const { subscription, lock } = record;
  if (subscription.status === 'canceled')
    throw subscriptionError(
      400,
      'subscription_is_canceled_action_invalid',
      'cannot perform this action on a canceled subscription',
    );
  const untilRenewalMs = Date.parse(subscription.next_billed_at ?? '') - state.now();
  if (lock === 'processing' || (untilRenewalMs > 0 && untilRenewalMs < processingMs))
    throw subscriptionError(
      409,
      'subscription_locked_processing',
      'unable to update subscription 30m0s before processing',
    );
  const isOutstanding =
    subscription.status === 'active' && outstandingTransaction(state, record.id) !== undefined;
  if (lock === 'outstanding' || isOutstanding)
    throw subscriptionError(
      409,
      'subscription_outstanding_transaction',
      'cannot update subscription due to an outstanding transaction',
    );
}
