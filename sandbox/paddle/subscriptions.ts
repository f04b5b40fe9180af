import type { Subscription, SubscriptionItem, Transaction, TransactionPreview } from './billing-types.ts';
import { productOf } from './catalogue.ts';
import { entityNotFound } from './errors.ts';
import { iso, periodFrom } from './periods.ts';
import type { Held } from './proration.ts';
import type { PaddleState, SubscriptionRecord } from './state.ts';
import { buyerDetails, creditOf, itemLines } from './transactions.ts';
import type { Period } from './types.ts';

/** The subscription of an id. Throws `not_found`. */
export function subscriptionRecord(state: PaddleState, id: string): SubscriptionRecord {
  const record = state.subscriptions.get(id);
  if (!record) throw entityNotFound(id);
  return record;
}

/** Stores a change and emits its events: `subscription.updated`, then `also`. */
export function saveSubscription(
  state: PaddleState,
  record: SubscriptionRecord,
  changes: Partial<Subscription>,
  ...also: string[]
): SubscriptionRecord {
  const subscription = { ...record.subscription, ...changes, updated_at: iso(state.now()) };
  const saved = state.subscriptions.put({ ...record, subscription });
  for (const type of ['subscription.updated', ...also]) state.emit(type, subscription);
  return saved;
}

/** Items in the form of a subscription; an item that stays keeps its creation date. */
export function subscriptionItems(
  held: readonly Held[],
  earlier: readonly SubscriptionItem[],
  { now, billedAt, nextBilledAt }: { now: string; billedAt: string; nextBilledAt: string | null },
): SubscriptionItem[] {
  return held.map(({ price, quantity }) => {
    const known = earlier.find((item) => item.price.id === price.id);
    return {
      status: 'active',
      quantity,
      recurring: true,
      created_at: known?.created_at ?? now,
      updated_at: known?.quantity === quantity ? known.updated_at : now,
      previously_billed_at: billedAt,
      next_billed_at: nextBilledAt,
      trial_dates: null,
      price,
      product: productOf(price),
    };
  });
}

/** The changes that start a billing period: its dates on the subscription and on every item. */
export function startPeriod(
  subscription: Subscription,
  period: Period,
): Pick<Subscription, 'current_billing_period' | 'next_billed_at' | 'items'> {
  return {
    current_billing_period: period,
    next_billed_at: period.ends_at,
    items: subscription.items.map((item) => ({
      ...item,
      status: 'active',
      previously_billed_at: period.starts_at,
      next_billed_at: period.ends_at,
    })),
  };
}

/** The changes that end billing: no next date, and no active item. */
export function endBilling(subscription: Subscription) {
  return {
    current_billing_period: null,
    next_billed_at: null,
    scheduled_change: null,
    items: subscription.items.map((item) => ({ ...item, status: 'inactive' as const, next_billed_at: null })),
  };
}

/** The last unpaid transaction of a subscription. */
export function outstandingTransaction(state: PaddleState, subscriptionId: string): Transaction | undefined {
  return state.transactions
    .all()
    .findLast(
      ({ subscription_id, status }) =>
        subscription_id === subscriptionId && (status === 'past_due' || status === 'billed'),
    );
}

/** The charge of the next renewal; null if there will be none. */
export function nextTransaction(
  state: PaddleState,
  record: SubscriptionRecord,
  creditBalance = creditOf(state, record.subscription),
): TransactionPreview | null {
  const { subscription, pendingLines } = record;
  if (subscription.next_billed_at === null || subscription.scheduled_change !== null) return null;
  const start = Date.parse(subscription.next_billed_at);
  return {
    billing_period: periodFrom(start, subscription.billing_cycle, record.billingAnchor),
    details: buyerDetails(
      state,
      subscription,
      [...itemLines(subscription.items), ...pendingLines],
      creditBalance,
    ),
    adjustments: [],
  };
}

/** The charge of each renewal after the next one. */
export function recurringDetails(state: PaddleState, { subscription }: SubscriptionRecord) {
  return buyerDetails(state, subscription, itemLines(subscription.items), 0);
}

/** A subscription as the API returns it; events come without its links, which are short-lived. */
export function subscriptionView(
  state: PaddleState,
  record: SubscriptionRecord,
  include: readonly string[] = [],
) {
  const { subscription } = record;
  const link = (action: string) => `${state.baseUrl}/paddle/subscriptions/${subscription.id}/${action}`;
  return {
    ...subscription,
    management_urls: { update_payment_method: link('update-payment-method'), cancel: link('cancel') },
    ...(include.includes('next_transaction') ? { next_transaction: nextTransaction(state, record) } : {}),
    ...(include.includes('recurring_transaction_details')
      ? { recurring_transaction_details: recurringDetails(state, record) }
      : {}),
  };
}
