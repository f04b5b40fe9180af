import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { planGroups } from '../../app/domain/plan/plan.ts';

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
});
