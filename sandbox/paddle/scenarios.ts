import { approveRefund, createRefund } from './adjustments.ts';
import { cancelNow, collectOutstanding, pauseNow, payerOf, renew, resumeNow } from './billing.ts';
import type { Delivery } from './delivery.ts';
import { takePayment } from './payments.ts';
import type { EventRecord, PaddleState, SubscriptionRecord } from './state.ts';
import { outstandingTransaction } from './subscriptions.ts';

export const scenarios = [
  'renewal',
  'payment_failed',
  'recovered',
  'paused',
  'resumed',
  'canceled',
  'refund',
  'duplicate',
  'reorder',
] as const;
export type Scenario = (typeof scenarios)[number];

/** A scenario that is impossible in the subscription's current state. */
export class ScenarioError extends Error {}

function insist(isPossible: boolean, why: string): asserts isPossible {
  if (!isPossible) throw new ScenarioError(why);
}

/** The events about a subscription, oldest first. */
export function eventsOf(state: PaddleState, subscriptionId: string): EventRecord[] {
  return state.events.all().filter(({ event: { event_type, data } }) => {
    if (event_type.startsWith('subscription.')) return data.id === subscriptionId;
    return data.subscription_id === subscriptionId;
  });
}

function failPayment(state: PaddleState, record: SubscriptionRecord): void {
  const payer = payerOf(state, record, false);
  if (record.subscription.status === 'active') {
    renew(state, { ...record, subscription: { ...record.subscription, scheduled_change: null } }, payer);
    return;
  }
  const owed = outstandingTransaction(state, record.id);
  insist(record.subscription.status === 'past_due' && owed !== undefined, 'Nothing is to be paid.');
  takePayment(state, owed, payer);
}

/** Approves a pending refund, or refunds the latest payment that is not refunded yet. */
function refundLatest(state: PaddleState, record: SubscriptionRecord): void {
  const pending = state.adjustments
    .all()
    .find(({ subscription_id, status }) => subscription_id === record.id && status === 'pending_approval');
  if (pending) {
    approveRefund(state, pending.id);
    return;
  }
  const refunded = new Set(state.adjustments.all().map(({ transaction_id }) => transaction_id));
  const latest = state.transactions
    .all()
    .findLast(
      ({ id, subscription_id, status, details }) =>
        subscription_id === record.id &&
        status === 'completed' &&
        Number(details.totals.grand_total) > 0 &&
        !refunded.has(id),
    );
  insist(latest !== undefined, 'No payment is left to refund.');
  approveRefund(state, createRefund(state, latest.id, 'Asked for in the sandbox').id);
}

/**
 * Triggers immediately what time would do to a subscription. Returns a sentence about the result. Throws {@link
 * ScenarioError} if the subscription's state does not allow it.
 */
export async function play(
  state: PaddleState,
  delivery: Delivery,
  record: SubscriptionRecord,
  scenario: Scenario,
): Promise<string> {
  const { status } = record.subscription;
  switch (scenario) {
    case 'renewal': {
      insist(status === 'active', `A subscription that is ${status} does not renew.`);
      const after = renew(state, record, payerOf(state, record)).subscription.status;
      return after === 'active' ? 'It was renewed and paid.' : `It came to its renewal and is ${after} now.`;
    }
    case 'payment_failed':
      insist(status === 'active' || status === 'past_due', `A subscription that is ${status} is not billed.`);
      failPayment(state, record);
      return 'Its payment failed.';
    case 'recovered': {
      const owed = outstandingTransaction(state, record.id);
      insist(status === 'past_due' && owed !== undefined, 'Nothing is to be paid.');
      collectOutstanding(state, record, owed, payerOf(state, record, true));
      return 'What was owed was collected.';
    }
    case 'paused':
      insist(status === 'active' || status === 'past_due', `A subscription that is ${status} cannot pause.`);
      pauseNow(state, record);
      return 'It was paused.';
    case 'resumed':
      insist(status === 'paused', `A subscription that is ${status} cannot resume.`);
      resumeNow(state, record, payerOf(state, record));
      return 'It was resumed and billed.';
    case 'canceled':
      insist(status !== 'canceled', 'It is canceled already.');
      cancelNow(state, record);
      return 'It was canceled.';
    case 'refund':
      refundLatest(state, record);
      return 'A payment was refunded.';
    case 'duplicate': {
      const last = eventsOf(state, record.id).at(-1);
      insist(last !== undefined, 'It has no event yet.');
      return `${last.event.event_type} was sent once more: ${await delivery.sendAgain(last.id)}.`;
    }
    case 'reorder': {
      const [older, newer] = eventsOf(state, record.id).slice(-2);
      insist(older !== undefined && newer !== undefined, 'It has no two events yet.');
      const answers = [await delivery.sendAgain(newer.id), await delivery.sendAgain(older.id)];
      return `${newer.event.event_type} was sent before ${older.event.event_type}: ${answers.join(', ')}.`;
    }
  }
}
