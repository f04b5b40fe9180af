import { bill, fallPastDue, payerOf } from './billing.ts';
import type { Subscription, TransactionPreview } from './billing-types.ts';
import { addressOf, businessOf } from './customers.ts';
import { invalidField, PaddleError, subscriptionError } from './errors.ts';
import { minor } from './money.ts';
import { iso, periodFrom } from './periods.ts';
import { type BillingMode, type ChangeLines, changeLines, type Held } from './proration.ts';
import { resolveItems } from './resolve-items.ts';
import type { PaddleState, SubscriptionRecord } from './state.ts';
import { refuseWhenLocked } from './subscription-locks.ts';
import {
  nextTransaction,
  recurringDetails,
  saveSubscription,
  subscriptionItems,
  subscriptionRecord,
  subscriptionView,
} from './subscriptions.ts';
import { buyerDetails, creditOf, saveTransaction } from './transactions.ts';
import type { Cycle, Period } from './types.ts';

export type SubscriptionChanges = {
  items?: readonly { price_id: string; quantity: number }[];
  proration_billing_mode?: BillingMode;
  on_payment_failure?: 'prevent_change' | 'apply_change';
  scheduled_change?: null;
  custom_data?: Subscription['custom_data'];
  address_id?: string;
  business_id?: string | null;
};

/** A computed change that is not applied: the subscription afterwards, and the cost now and at the next renewal. */
type Plan = {
  before: SubscriptionRecord;
  after: SubscriptionRecord;
  lines: ChangeLines | undefined;
  period: Period | null;
};

function cycleOf(held: readonly Held[]): Cycle {
  const [first] = held;
  if (!first) throw invalidField([{ field: 'items', message: 'must have at least 1 item' }]);
  return first.price.billing_cycle;
}

function refuseMode({ subscription }: SubscriptionRecord, mode: BillingMode, restarts: boolean): void {
  const { status } = subscription;
  if (status === 'paused' && mode !== 'do_not_bill')
    throw subscriptionError(
      501,
      'subscription_update_error_when_paused',
      'paused subscriptions cannot be updated with prorate, or bill immediately enabled',
    );
  if (status === 'past_due')
    throw subscriptionError(
      400,
      'subscription_update_when_past_due',
      "cannot update subscription, as the subscription status is 'past_due'",
    );
  if (restarts && mode.endsWith('next_billing_period'))
    throw new PaddleError(
      400,
      'bad_request',
      `cannot change the billing cycle with proration_billing_mode ${mode}`,
    );
}

function planItems(state: PaddleState, before: SubscriptionRecord, changes: SubscriptionChanges): Plan {
  const { subscription } = before;
  const mode = changes.proration_billing_mode;
  if (mode === undefined)
    throw subscriptionError(
      400,
      'subscription_items_update_missing_proration_billing_mode',
      'proration_billing_mode is required when updating subscription items',
    );
  if (subscription.scheduled_change !== null)
    throw subscriptionError(
      400,
      'subscription_locked_pending_changes',
      'cannot update subscription, pending scheduled changes',
    );
  const held = resolveItems(changes.items ?? [], 'subscription');
  const cycle = cycleOf(held);
  const restarts = cycle.interval !== subscription.billing_cycle.interval;
  refuseMode(before, mode, restarts);

  const now = state.now();
  const period = subscription.current_billing_period;
  const nextPeriod = period === null || !restarts ? period : periodFrom(now, cycle);
  const lines =
    period === null || nextPeriod === null
      ? undefined
      : changeLines({ before: subscription.items, after: held, mode, period, nextPeriod, now });
  const after: SubscriptionRecord = {
    ...before,
    billingAnchor: restarts ? now : before.billingAnchor,
    pendingLines: [...before.pendingLines, ...(lines?.later ?? [])],
    subscription: {
      ...subscription,
      billing_cycle: cycle,
      current_billing_period: nextPeriod,
      next_billed_at: nextPeriod?.ends_at ?? null,
      items: subscriptionItems(held, subscription.items, {
        now: iso(now),
        billedAt: restarts ? iso(now) : (subscription.items[0]?.previously_billed_at ?? iso(now)),
        nextBilledAt: nextPeriod?.ends_at ?? null,
      }),
    },
  };
  return { before, after, lines, period: nextPeriod };
}

function plan(state: PaddleState, id: string, changes: SubscriptionChanges): Plan {
  const before = subscriptionRecord(state, id);
  const { subscription } = before;
  refuseWhenLocked(state, before);
  const itemsPlan = changes.items ? planItems(state, before, changes) : undefined;
  if (changes.address_id !== undefined) addressOf(state, subscription.customer_id, changes.address_id);
  if (changes.business_id) businessOf(state, subscription.customer_id, changes.business_id);
  const after = itemsPlan?.after ?? before;
  return {
    before,
    after: {
      ...after,
      subscription: {
        ...after.subscription,
        address_id: changes.address_id ?? subscription.address_id,
        business_id: changes.business_id === undefined ? subscription.business_id : changes.business_id,
        custom_data: changes.custom_data === undefined ? subscription.custom_data : changes.custom_data,
        scheduled_change: changes.scheduled_change === undefined ? subscription.scheduled_change : null,
      },
    },
    lines: itemsPlan?.lines,
    period: itemsPlan?.period ?? null,
  };
}

function sumOf(totals: readonly number[]): number {
  return totals.reduce((sum, total) => sum + total, 0);
}

function updateSummary(state: PaddleState, { after, lines }: Plan) {
  if (!lines) return null;
  const { line_items } = buyerDetails(state, after.subscription, [...lines.now, ...lines.later], 0);
  const totals = line_items.map(({ totals }) => Number(totals.total));
  const credit = -sumOf(totals.filter((total) => total < 0));
  const charge = sumOf(totals.filter((total) => total > 0));
  const money = (amount: number) => ({ amount: minor(amount), currency_code: 'USD' as const });
  return {
    credit: money(Math.abs(credit)),
    charge: money(charge),
    result: {
      action: charge >= credit ? ('charge' as const) : ('credit' as const),
      ...money(Math.abs(charge - credit)),
    },
  };
}

/** Previews an update. Throws what the update itself would refuse. */
export function previewUpdate(state: PaddleState, id: string, changes: SubscriptionChanges) {
  const planned = plan(state, id, changes);
  const { after, lines, period } = planned;
  let credit = creditOf(state, after.subscription);
  let immediate: TransactionPreview | null = null;
  if (period !== null && lines !== undefined && lines.now.length > 0) {
    const details = buyerDetails(state, after.subscription, lines.now);
    credit += Number(details.totals.credit_to_balance) - Number(details.totals.credit);
    immediate = {
      billing_period: { starts_at: iso(state.now()), ends_at: period.ends_at },
      details,
      adjustments: [],
    };
  }
  return {
    ...subscriptionView(state, after),
    immediate_transaction: immediate,
    next_transaction: nextTransaction(state, after, credit),
    recurring_transaction_details: recurringDetails(state, after),
    update_summary: updateSummary(state, planned),
  };
}

/**
 * Applies an update. The amount due now is collected before anything changes: a declined card refuses the change
 * (`subscription_payment_declined`), unless the caller wants it anyway and the subscription becomes past due.
 */
export function updateSubscription(
  state: PaddleState,
  id: string,
  changes: SubscriptionChanges,
): SubscriptionRecord {
  const { after, lines, period } = plan(state, id, changes);
  if (period === null || lines === undefined || lines.now.length === 0)
    return saveSubscription(state, after, {});
  const { paid, transaction } = bill(state, after, lines.now, {
    origin: 'subscription_update',
    period: { starts_at: iso(state.now()), ends_at: period.ends_at },
    payer: payerOf(state, after),
  });
  if (paid) return saveSubscription(state, after, {});
  if (changes.on_payment_failure === 'apply_change')
    return fallPastDue(state, saveSubscription(state, after, {}), transaction);
  saveTransaction(state, transaction, { status: 'canceled' }, 'transaction.canceled');
  throw subscriptionError(400, 'subscription_payment_declined', 'payment declined');
}
