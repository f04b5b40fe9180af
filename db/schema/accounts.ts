import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { OveragePrices } from '../../app/domain/billing/overage.ts';
import { plans } from './plans.ts';

/** A tenant, which owns a workspace, a plan and its members. */
export const accounts = sqliteTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    /** Also the workspace's subdomain; never reused after a workspace ran under this name. */
    name: text('name').notNull(),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    taxInclusive: integer('tax_inclusive', { mode: 'boolean' }).notNull().default(false),
    timezone: text('timezone').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the first owner confirmed their e-mail; a later owner starts no new trial. */
    trialStartedAt: integer('trial_started_at'),
    /** The billing provider's id of the current subscription's customer, for operators; null before the first. */
    customerId: text('customer_id'),
    /** The provider's id of the last checkout's transaction; null before the first checkout. */
    checkoutId: text('checkout_id'),
    /** Random reference of the last checkout in the provider's events, which nobody can guess. */
    checkoutReference: text('checkout_reference'),
    /** Whether every member must have a second factor before anything else. */
    requiresSecondFactor: integer('requires_second_factor', { mode: 'boolean' }).notNull().default(false),
    /** When a running plan change claimed the account: a concurrent change is refused. */
    planChangeClaimedAt: integer('plan_change_claimed_at'),
    /** Id of the request that made the last claim; the other statements of its batch compare with it. */
    planChangeClaimedBy: text('plan_change_claimed_by'),
    /** Maximum of executions per month that the account pays for beyond its plan, in thousands; null holds them. */
    overageMaxThousands: integer('overage_max_thousands'),
    /** JSON: the prices that its people agreed to (`OveragePrices`); null before the first agreement. */
    overagePrices: text('overage_prices', { mode: 'json' }).$type<OveragePrices>(),
    // When each step of the setup was done; `domain/account/onboarding` decides the next step.
    surveyAnsweredAt: integer('survey_answered_at'),
    appsSelectedAt: integer('apps_selected_at'),
    teammatesInvitedAt: integer('teammates_invited_at'),
    launchedAt: integer('launched_at'),
  },
  // Two tenants must never share a host name.
  (table) => [uniqueIndex('accounts_name_unique').on(table.name)],
);
