import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { plans } from './plans.ts';

/** A tenant: what owns a workspace, a plan and its members. */
export const accounts = sqliteTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    /** Also the workspace's subdomain; never reused once a workspace ran under it. */
    name: text('name').notNull(),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    taxInclusive: integer('tax_inclusive', { mode: 'boolean' }).notNull().default(false),
    timezone: text('timezone').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When its first owner confirmed their e-mail; whoever owns it later, the trial does not begin again. */
    trialStartedAt: integer('trial_started_at'),
    /** The billing provider's id of it; null before the first checkout. */
    customerId: text('customer_id'),
    /** The provider's id of the transaction that its last checkout is to pay; null before the first. */
    checkoutId: text('checkout_id'),
    /** Names the last checkout in what the provider tells of it: nobody else can guess it. */
    checkoutReference: text('checkout_reference'),
    /** Every member needs a second factor before anything else. */
    requiresSecondFactor: integer('requires_second_factor', { mode: 'boolean' }).notNull().default(false),
    /** While its plan is being changed: a second change at the same time is refused. */
    planChangeClaimedAt: integer('plan_change_claimed_at'),
    // The steps of the set-up, each by when it was done; `domain/account/onboarding` decides what comes next.
    surveyAnsweredAt: integer('survey_answered_at'),
    appsSelectedAt: integer('apps_selected_at'),
    teammatesInvitedAt: integer('teammates_invited_at'),
    launchedAt: integer('launched_at'),
  },
  // Two tenants must never meet on one host name.
  (table) => [uniqueIndex('accounts_name_unique').on(table.name)],
);
