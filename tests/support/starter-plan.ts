import type { PlanName } from '#app/domain/plan/plan-spec.ts';

/** The plan Starter, as a row of the database has it. */
export const starterName: PlanName = {
  id: 'starter',
  displayName: 'Starter',
  group: 'opt-in',
  version: 3,
  slug: 'starter',
  credentialsLimit: -1,
  supportTier: 'forum',
};

/** Its spec, without the name. */
export const starterSpec = {
  monthlyExecutions: 2_500,
  activeWorkflows: 5,
  logRetentionDays: 7,
  licenseFeatures: { 'quota:users': -1 },
  enabledFeatures: ['one-project'],
  userManagementEnabled: true,
  allowCustomQuotas: false,
};

/** Its limits. */
export const starterLimits = {
  monthlyExecutions: 2_500,
  activeWorkflows: 5,
  concurrentExecutions: 5,
  memoryMib: 896,
  cpuMillicores: 150,
  logRetentionDays: 7,
};
