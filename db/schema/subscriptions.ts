import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { billingPeriods, billingStatuses } from '../../app/domain/billing/subscription.ts';
import { accounts } from './accounts.ts';
import { plans } from './plans.ts';

/** What an account pays for. None before the first checkout: the trial is ours, not the provider's. */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    status: text('status', { enum: billingStatuses }).notNull(),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    period: text('period', { enum: billingPeriods }).notNull(),
    /** What is paid for lasts until then. */
    currentPeriodEndsAt: integer('current_period_ends_at').notNull(),
    /** Since when it is paused for non-payment; null otherwise. */
    pausedAt: integer('paused_at'),
    /** When a cancellation takes or took effect; null when none was asked for. */
    cancelsAt: integer('cancels_at'),
    updatedAt: integer('updated_at').notNull(),
  },
  // One subscription an account.
  (table) => [uniqueIndex('subscriptions_account_unique').on(table.accountId)],
);
