import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { billingPeriods, billingStatuses } from '../../app/domain/billing/subscription.ts';
import { accountId } from './owners.ts';
import { plans } from './plans.ts';

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
