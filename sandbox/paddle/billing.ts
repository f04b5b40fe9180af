import type { Subscription, Transaction, TransactionOrigin } from './billing-types.ts';
import { completeTransaction, moveCredit, type Payer, takePayment } from './payments.ts';
import { iso, periodFrom } from './periods.ts';
import type { PaddleState, SubscriptionRecord } from './state.ts';
import { endBilling, outstandingTransaction, saveSubscription, startPeriod } from './subscriptions.ts';
import type { Line } from './totals.ts';
import { createTransaction, itemLines, saveTransaction } from './transactions.ts';
import type { Period } from './types.ts';

/** The payer of a subscription: its stored card. `pays` overrides the answer of the card's bank. */
export function payerOf(state: PaddleState, record: SubscriptionRecord, pays?: boolean): Payer {
  const stored = state.paymentMethods.get(record.paymentMethodId);
  if (!stored) throw new Error(`the payment method of ${record.id} is not stored`);
  return { card: stored.method.card, pays: pays ?? stored.pays, paymentMethodId: stored.id };
}

/** Bills lines to a subscription and tries to collect them; uncollected amounts stay billed. */
export function bill(
  state: PaddleState,
  record: SubscriptionRecord,
  lines: readonly Line[],
  options: { origin: TransactionOrigin; period: Period; payer: Payer },
): { paid: boolean; transaction: Transaction } {
  const { subscription } = record;
  const billed = createTransaction(state, {
    buyer: {
      customer_id: subscription.customer_id,
      address_id: subscription.address_id,
      business_id: subscription.business_id,
    },
    lines,
    origin: options.origin,
    status: 'billed',
    subscriptionId: subscription.id,
    customData: subscription.custom_data,
    billingPeriod: options.period,
  });
  const outcome = takePayment(state, billed, options.payer);
  // A refused change takes nothing from the customer's credit, so the credit moves with the money.
  if (!outcome.paid) return outcome;
  moveCredit(state, outcome.transaction);
  return { paid: true, transaction: completeTransaction(state, outcome.transaction) };
}

/** Handles a failed collection: the transaction and its subscription become past due. */
export function fallPastDue(state: PaddleState, record: SubscriptionRecord, transaction: Transaction) {
  saveTransaction(state, transaction, { status: 'past_due' }, 'transaction.past_due');
  if (record.subscription.status === 'past_due') return record;
  return saveSubscription(state, record, { status: 'past_due' }, 'subscription.past_due');
}

/** Starts a period and bills it; if the payment fails, the subscription is past due. */
function startAndBill(
  state: PaddleState,
  record: SubscriptionRecord,
  {
    start,
    payer,
    changes,
    also,
  }: { start: number; payer: Payer; changes: Partial<Subscription>; also: string[] },
): SubscriptionRecord {
  const period = periodFrom(start, record.subscription.billing_cycle, record.billingAnchor);
  const lines = [...itemLines(record.subscription.items), ...record.pendingLines];
  const begun = saveSubscription(
    state,
    { ...record, pendingLines: [] },
    { ...changes, ...startPeriod(record.subscription, period) },
    ...also,
  );
  const { paid, transaction } = bill(state, begun, lines, {
    origin: 'subscription_recurring',
    period,
    payer,
  });
  return paid ? begun : fallPastDue(state, begun, transaction);
}

/** Ends a period: a scheduled change takes effect, or the next period is billed. */
export function renew(state: PaddleState, record: SubscriptionRecord, payer: Payer): SubscriptionRecord {
  const { subscription } = record;
  if (subscription.scheduled_change?.action === 'cancel')
    return cancelNow(state, record, subscription.scheduled_change.effective_at);
  if (subscription.scheduled_change?.action === 'pause')
    return pauseNow(state, record, subscription.scheduled_change.effective_at);
  const start = subscription.next_billed_at;
  if (start === null) throw new Error(`${record.id} has no next billing date`);
  return startAndBill(state, record, { start: Date.parse(start), payer, changes: {}, also: [] });
}

/** Writes off the outstanding amount when a subscription ends or pauses. */
function writeOff(state: PaddleState, subscriptionId: string): void {
  const open = outstandingTransaction(state, subscriptionId);
  if (open) saveTransaction(state, open, { status: 'canceled' }, 'transaction.canceled');
}

export function cancelNow(
  state: PaddleState,
  record: SubscriptionRecord,
  at = iso(state.now()),
): SubscriptionRecord {
  const changes = { ...endBilling(record.subscription), status: 'canceled' as const, canceled_at: at };
  const saved = saveSubscription(state, { ...record, pendingLines: [] }, changes, 'subscription.canceled');
  writeOff(state, record.id);
  return saved;
}

export function pauseNow(
  state: PaddleState,
  record: SubscriptionRecord,
  at = iso(state.now()),
  resumeAt: string | null = record.subscription.scheduled_change?.resume_at ?? null,
): SubscriptionRecord {
  const changes = {
    ...endBilling(record.subscription),
    status: 'paused' as const,
    paused_at: at,
    scheduled_change:
      resumeAt === null ? null : { action: 'resume' as const, effective_at: resumeAt, resume_at: null },
  };
  const saved = saveSubscription(state, record, changes, 'subscription.paused');
  writeOff(state, record.id);
  return saved;
}

/** Resumes a paused subscription: a new period begins now and is billed. */
export function resumeNow(state: PaddleState, record: SubscriptionRecord, payer: Payer): SubscriptionRecord {
  const start = state.now();
  return startAndBill(
    state,
    { ...record, billingAnchor: start },
    {
      start,
      payer,
      changes: { status: 'active', paused_at: null, scheduled_change: null },
      also: ['subscription.resumed'],
    },
  );
}

/** Collects the outstanding amount; afterwards, a past-due subscription is active again. */
export function collectOutstanding(
  state: PaddleState,
  record: SubscriptionRecord,
  transaction: Transaction,
  payer: Payer,
): boolean {
  const outcome = takePayment(state, transaction, payer);
  if (!outcome.paid) return false;
  moveCredit(state, outcome.transaction);
  completeTransaction(state, outcome.transaction);
  if (record.subscription.status === 'past_due')
    saveSubscription(state, record, { status: 'active' }, 'subscription.activated');
  return true;
}
