import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
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
