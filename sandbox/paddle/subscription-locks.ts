import { PaddleError, subscriptionError } from './errors.ts';
import type { PaddleState, SubscriptionRecord } from './state.ts';
import { outstandingTransaction } from './subscriptions.ts';

const processingMs = 30 * 60 * 1000;

/**
 * Refuses a change of a subscription that has ended, that is about to renew, that another request changes, or that has an
 * unpaid transaction (except a past-due one, whose changes have their own refusals).
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
  if (lock === 'concurrent')
    throw new PaddleError(409, 'concurrent_modification', `Concurrent modification of entity ${record.id}.`);
  const isOutstanding =
    subscription.status === 'active' && outstandingTransaction(state, record.id) !== undefined;
  if (lock === 'outstanding' || isOutstanding)
    throw subscriptionError(
      409,
      'subscription_outstanding_transaction',
      'cannot update subscription due to an outstanding transaction',
    );
}
