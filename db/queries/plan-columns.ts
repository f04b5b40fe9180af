import { sql } from 'drizzle-orm';
import { pick } from '#app/domain/pick.ts';
import { plans } from '../schema/index.ts';

/** The columns that `planNameOf` reads and checks. */
export const planNameColumns = {
  ...pick(plans, 'id', 'displayName', 'group', 'version', 'slug', 'credentialsLimit', 'supportTier'),
};

/** The whole spec of a plan, which `planSpecOf` checks. Its JSON stays text, so that a broken row fails no query. */
export const planSpecColumns = {
  ...planNameColumns,
  ...pick(plans, 'logRetentionDays', 'userManagementEnabled', 'allowCustomQuotas'),
  monthlyExecutions: plans.monthlyExecutionsLimit,
  activeWorkflows: plans.activeWorkflowsLimit,
  licenseFeatures: sql<unknown>`${plans.licenseFeatures}`,
  enabledFeatures: sql<unknown>`${plans.enabledFeatures}`,
};
