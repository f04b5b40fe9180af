import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { OveragePrices } from '../../app/domain/billing/overage.ts';
import { type LicenseFeatures, planGroups, supportTiers, UNLIMITED } from '../../app/domain/plan/plan.ts';

/** The limits of a plan. The billing provider owns prices (design §2). */
export const plans = sqliteTable('plans', {
  id: text('id').primaryKey(),
  displayName: text('display_name').notNull(),
  group: text('plan_group', { enum: planGroups }).notNull(),
  version: integer('version').notNull(),
  slug: text('slug').notNull(),
  monthlyExecutionsLimit: integer('monthly_executions_limit').notNull(),
  activeWorkflowsLimit: integer('active_workflows_limit').notNull(),
  concurrentExecutionsLimit: integer('concurrent_executions_limit').notNull(),
  memoryMib: integer('memory_mib').notNull(),
  cpuMillicores: integer('cpu_millicores').notNull(),
  logRetentionDays: integer('log_retention_days').notNull(),
  /** -1 for no limit. */
  credentialsLimit: integer('credentials_limit').notNull().default(UNLIMITED),
  supportTier: text('support_tier', { enum: supportTiers }).notNull().default('forum'),
  /** JSON: the quotas of n8n's license by its names. */
  licenseFeatures: text('license_features', { mode: 'json' })
    .$type<LicenseFeatures>()
    .notNull()
    .default({ 'quota:users': UNLIMITED }),
  /** JSON: a list of `planFeatures`. */
  enabledFeatures: text('enabled_features', { mode: 'json' }).$type<string[]>().notNull().default([]),
  userManagementEnabled: integer('user_management_enabled', { mode: 'boolean' }).notNull().default(true),
  /** Whether the account's people choose the limits themselves. */
  allowCustomQuotas: integer('allow_custom_quotas', { mode: 'boolean' }).notNull().default(false),
  /** Whether an account can pay for executions beyond the plan's; their price is the provider's (`kind: overage`). */
  sellsOverage: integer('sells_overage', { mode: 'boolean' }).notNull().default(false),
});

/** A person. Pending until the e-mail is confirmed; a pending person expires (design §4, "Registration"). */
export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    /** The person signs in by it as by the e-mail; an owner's user name is the account's name. */
    username: text('username').notNull(),
    name: text('name').notNull(),
    /** As typed, for mails. */
    email: text('email').notNull(),
    /** As compared: `normalizeEmail` of the domain. */
    emailNormalized: text('email_normalized').notNull(),
    passwordHash: text('password_hash').notNull(),
    wantsNewsletter: integer('wants_newsletter', { mode: 'boolean' }).notNull(),
    confirmedAt: integer('confirmed_at'),
    /** When the last confirmation mail was requested; the next must wait (design §4, 429 within 60 s). */
    confirmationSentAt: integer('confirmation_sent_at').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When a second factor was last added or removed, UTC ms; the secret of the next authenticator app is derived from it. */
    factorsChangedAt: integer('factors_changed_at').notNull().default(0),
  },
  (table) => [
    // Sign-in by user name must find one person.
    uniqueIndex('users_username_unique').on(table.username),
    // An e-mail belongs to the first person who confirms it; any number of pending registrations can share it.
    uniqueIndex('users_confirmed_email_unique')
      .on(table.emailNormalized)
      .where(sql`${table.confirmedAt} IS NOT NULL`),
    // The clean-up of expired registrations reads only pending ones.
    index('users_pending_by_age').on(table.confirmationSentAt).where(sql`${table.confirmedAt} IS NULL`),
  ],
);

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
    /** Random reference of the last checkout in the provider's events, which no one can guess. */
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
    // When each step of the setup was done; `app/domain/account/onboarding.ts` decides the next step.
    surveyAnsweredAt: integer('survey_answered_at'),
    appsSelectedAt: integer('apps_selected_at'),
    teammatesInvitedAt: integer('teammates_invited_at'),
    launchedAt: integer('launched_at'),
  },
  // Two tenants must never share a host name.
  (table) => [uniqueIndex('accounts_name_unique').on(table.name)],
);
