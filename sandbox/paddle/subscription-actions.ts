import { cancelNow, pauseNow, payerOf, resumeNow } from './billing.ts';
import type { ScheduledChange, Transaction } from './billing-types.ts';
import { type PaddleError, subscriptionError } from './errors.ts';
import type { PaddleState, SubscriptionRecord } from './state.ts';
import { refuseWhenLocked } from './subscription-locks.ts';
import { outstandingTransaction, saveSubscription, subscriptionRecord } from './subscriptions.ts';
import { createTransaction } from './transactions.ts';

export type EffectiveFrom = 'next_billing_period' | 'immediately';

function refuseScheduled({ subscription }: SubscriptionRecord): void {
  if (subscription.scheduled_change !== null)
    throw subscriptionError(
      400,
      'subscription_locked_pending_changes',
      'cannot update subscription, pending scheduled changes',
    );
}

function notActive(): PaddleError {
  return subscriptionError(400, 'subscription_not_active', 'action requires the subscription to be active');
}

function schedule(
  state: PaddleState,
  record: SubscriptionRecord,
  change: Pick<ScheduledChange, 'action' | 'resume_at'>,
  effectiveAt: string,
): SubscriptionRecord {
  return saveSubscription(state, record, {
    scheduled_change: { action: change.action, effective_at: effectiveAt, resume_at: change.resume_at },
  });
}

/** Cancels at the end of the period, or now; a paused subscription has no period, so it ends now. */
export function cancelSubscription(state: PaddleState, id: string, from: EffectiveFrom): SubscriptionRecord {
  const record = subscriptionRecord(state, id);
  refuseWhenLocked(state, record);
  const end = record.subscription.current_billing_period?.ends_at;
  if (from === 'immediately' || end === undefined) return cancelNow(state, record);
  refuseScheduled(record);
  return schedule(state, record, { action: 'cancel', resume_at: null }, end);
}

/** Pauses at the end of the period, or now; `resumeAt` (ISO 8601) ends the pause by itself. */
export function pauseSubscription(
  state: PaddleState,
  id: string,
  { from, resumeAt }: { from: EffectiveFrom; resumeAt: string | null },
): SubscriptionRecord {
  const record = subscriptionRecord(state, id);
  refuseWhenLocked(state, record);
  const end = record.subscription.current_billing_period?.ends_at;
  if (end === undefined) throw notActive();
  refuseScheduled(record);
  if (from === 'immediately') return pauseNow(state, record, undefined, resumeAt);
  return schedule(state, record, { action: 'pause', resume_at: resumeAt }, end);
}

/** Resumes a paused subscription now, or schedules it for `from` (ISO 8601). Throws `subscription_must_be_paused`. */
export function resumeSubscription(state: PaddleState, id: string, from: string): SubscriptionRecord {
  const record = subscriptionRecord(state, id);
  refuseWhenLocked(state, record);
  if (record.subscription.status !== 'paused')
    throw subscriptionError(
      400,
      'subscription_must_be_paused',
      'action can only be performed on paused subscription',
    );
  if (from === 'immediately') return resumeNow(state, record, payerOf(state, record));
  return schedule(state, record, { action: 'resume', resume_at: null }, from);
}

/**
 * The transaction with which a customer changes the card: the outstanding one when past due, otherwise a new one of zero.
 * Throws `subscription_not_active` if the subscription is neither active nor past due.
 */
export function paymentMethodTransaction(state: PaddleState, id: string): Transaction {
  const record = subscriptionRecord(state, id);
  const { subscription } = record;
  const period = subscription.current_billing_period;
  if ((subscription.status !== 'active' && subscription.status !== 'past_due') || period === null)
    throw notActive();
  const owed = subscription.status === 'past_due' ? outstandingTransaction(state, id) : undefined;
  if (owed) return owed;
  return createTransaction(state, {
    buyer: {
      customer_id: subscription.customer_id,
      address_id: subscription.address_id,
      business_id: subscription.business_id,
    },
    // The items are named, but nothing is charged for them.
    lines: subscription.items.map(({ price, quantity }) => ({
      price,
      quantity,
      proration: { partMs: 0, wholeMs: 1, period },
    })),
    origin: 'subscription_payment_method_change',
    status: 'ready',
    subscriptionId: id,
    customData: subscription.custom_data,
    billingPeriod: period,
  });
}
