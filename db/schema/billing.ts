import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { overageChargeStatuses } from '../../app/domain/billing/overage-charge.ts';
import { cardBrands, paymentStatuses } from '../../app/domain/billing/payment.ts';
import { billingPeriods, billingStatuses } from '../../app/domain/billing/subscription.ts';
import { plans } from './accounts.ts';
import { accountId } from './owners.ts';

/**
 * The paid subscriptions of an account. An account has no row before its first checkout, since the trial is ours and not
 * the provider's, and several rows after it resubscribes.
 */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    /** The provider's id. */
    id: text('id').primaryKey(),
    accountId: accountId(),
    customerId: text('customer_id'),
    /** The reference of the checkout that bought it: a checkout buys one subscription. */
    checkoutReference: text('checkout_reference'),
    status: text('status', { enum: billingStatuses }).notNull(),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    period: text('period', { enum: billingPeriods }).notNull(),
    /** Whether the prices include tax, from the provider's last answer. */
    taxInclusive: integer('tax_inclusive', { mode: 'boolean' }).notNull().default(false),
    /** Both quotas of a custom plan; null for other plans, which have the plan's limits. */
    executionsQuota: integer('executions_quota'),
    workflowsQuota: integer('workflows_quota'),
    /** The end of the paid period. */
    currentPeriodEndsAt: integer('current_period_ends_at').notNull(),
    /** When it was paused for non-payment; null otherwise. */
    pausedAt: integer('paused_at'),
    /** When a cancellation takes or took effect; null without one. */
    cancelsAt: integer('cancels_at'),
    /** Whether it is the account's current subscription. */
    isCurrent: integer('is_current', { mode: 'boolean' }).notNull().default(true),
    /** The sortable instant of the last event applied; an older event changes nothing. */
    eventAt: text('event_at').notNull().default(''),
    eventId: text('event_id').notNull().default(''),
    /** The write that applied that event, so that the other statements of its batch know that it won. */
    appliedBy: text('applied_by'),
    // The state before that write, null before the first event: its mails follow from what the write changed.
    previousStatus: text('previous_status'),
    previousCancelsAt: integer('previous_cancels_at'),
  },
  (table) => [
    // Every page reads the account's subscription.
    index('subscriptions_by_account').on(table.accountId),
    // Before a customer's e-mail changes: other accounts may be billed as the same customer.
    index('subscriptions_by_customer').on(table.customerId),
    // An account has one current subscription.
    uniqueIndex('subscriptions_current_unique').on(table.accountId).where(sql`is_current = 1`),
  ],
);

/** The provider's bills, so that their page needs no call and works while the provider is down. */
export const payments = sqliteTable(
  'payments',
  {
    /** The provider's transaction id. */
    id: text('id').primaryKey(),
    accountId: accountId(),
    date: integer('date').notNull(),
    /** Minor units of the currency, such as cents. */
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    status: text('status', { enum: paymentStatuses }).notNull(),
    invoiceNumber: text('invoice_number'),
    /** As in subscriptions. */
    eventAt: text('event_at').notNull(),
    eventId: text('event_id').notNull(),
    appliedBy: text('applied_by'),
    previousStatus: text('previous_status'),
  },
  (table) => [
    // The billing page lists an account's bills by date, then by id.
    index('payments_by_account').on(table.accountId, table.date, table.id),
  ],
);

/** The last payment method of an account, as far as the provider discloses it. */
export const paymentMethods = sqliteTable('payment_methods', {
  accountId: accountId().primaryKey(),
  kind: text('kind', { enum: ['card', 'paypal'] }).notNull(),
  brand: text('brand', { enum: cardBrands }).notNull(),
  lastFour: text('last_four'),
  /** `MM/YYYY`. */
  expiry: text('expiry'),
  /** As in subscriptions. */
  eventAt: text('event_at').notNull(),
});

/** The months whose executions beyond the plan are charged, each by one charge of the provider. */
export const overageCharges = sqliteTable(
  'overage_charges',
  {
    accountId: accountId(),
    /** `YYYY-MM`, UTC. */
    month: text('month').notNull(),
    /** From 1; a month has a second part after a cancellation that was undone. */
    part: integer('part').notNull(),
    /** The provider's id of the subscription that was current when the month closed. */
    subscriptionId: text('subscription_id').notNull(),
    executions: integer('executions').notNull(),
    /** Started thousands of executions. */
    units: integer('units').notNull(),
    /** Minor units of the currency, for one thousand. */
    unitAmount: integer('unit_amount').notNull(),
    currency: text('currency').notNull(),
    taxInclusive: integer('tax_inclusive', { mode: 'boolean' }).notNull(),
    status: text('status', { enum: overageChargeStatuses }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.month, table.part] })],
);

/** Every event of the billing provider, stored unchanged and once, for a year, with or without an effect. */
export const providerEvents = sqliteTable(
  'provider_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    occurredAt: text('occurred_at').notNull(),
    receivedAt: integer('received_at').notNull(),
    /** The write that stored the event first, and caused the effects that follow only from the event. */
    keptBy: text('kept_by').notNull().default(''),
    /** The kind of the event: a subscription, a transaction, a refund or its reversal, or why it has no effect. */
    outcome: text('outcome').notNull(),
    /** The refunded transaction of a refund, or the subscription of a resumption; its event may arrive later. */
    subject: text('subject'),
    body: text('body').notNull(),
  },
  (table) => [
    // Each new bill checks for an earlier refund.
    index('provider_events_by_subject').on(table.subject).where(sql`subject IS NOT NULL`),
    // The clean-up deletes rows by age.
    index('provider_events_by_age').on(table.receivedAt),
  ],
);

/** The position of a continuous reader. */
export const cursors = sqliteTable('cursors', {
  name: text('name').primaryKey(),
  position: text('position').notNull(),
});
