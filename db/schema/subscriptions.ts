import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { billingPeriods, billingStatuses } from '../../app/domain/billing/subscription.ts';
import { accounts } from './accounts.ts';
import { plans } from './plans.ts';

/**
 * What an account pays for. None before the first checkout: the trial is ours, not the provider's. Several after a new one
 * was bought where one had ended.
 */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    /** The provider's. */
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    customerId: text('customer_id'),
    /** Of the checkout that bought it: a checkout buys once. */
    checkoutReference: text('checkout_reference'),
    status: text('status', { enum: billingStatuses }).notNull(),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    period: text('period', { enum: billingPeriods }).notNull(),
    /** Of a custom plan, both; null for the others, whose limits are the plan's. */
    executionsQuota: integer('executions_quota'),
    workflowsQuota: integer('workflows_quota'),
    /** What is paid for lasts until then. */
    currentPeriodEndsAt: integer('current_period_ends_at').notNull(),
    /** Since when it is paused for non-payment; null otherwise. */
    pausedAt: integer('paused_at'),
    /** When a cancellation takes or took effect; null when none was asked for. */
    cancelsAt: integer('cancels_at'),
    /** The one of the account's that it lives by. */
    isCurrent: integer('is_current', { mode: 'boolean' }).notNull().default(true),
    updatedAt: integer('updated_at').notNull(),
    /** Of the event that last changed it, in the order that text has: an older one that comes later is no news. */
    eventAt: text('event_at').notNull().default(''),
    eventId: text('event_id').notNull().default(''),
    /** Which write applied that event: lets the other statements of its batch know that it did. */
    appliedBy: text('applied_by'),
  },
  (table) => [
    // Every page asks for the account's own.
    index('subscriptions_by_account').on(table.accountId),
    // An account lives by one.
    uniqueIndex('subscriptions_current_unique').on(table.accountId).where(sql`is_current = 1`),
  ],
);
