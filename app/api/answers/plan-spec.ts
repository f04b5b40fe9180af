import { z } from 'zod';
import { planGroups, supportTiers } from '#app/domain/plan/plan.ts';
import { planFeatures } from '#app/domain/plan/plan-features.ts';
import type { PlanSpec } from '#app/domain/plan/plan-spec.ts';

const HOURS_A_DAY = 24;

/** Limits and features of an account's plan (spec §3, "Plan spec"); -1 means no limit. */
export const planSpecFields = {
  planId: z.string(),
  displayName: z.string(),
  monthlyExecutionsLimit: z.int(),
  activeWorkflowsLimit: z.int(),
  credentialsLimit: z.int(),
  supportTier: z.enum(supportTiers),
  /** Retention of the workspace's executions, in hours. */
  pruneExecutionsInterval: z.int(),
  licenseFeatures: z.strictObject({ 'quota:users': z.int() }),
  enabledFeatures: z.array(z.enum(planFeatures)),
  userManagementEnabled: z.boolean(),
  /** Whether `PATCH /account/plan/change/custom` changes its limits. */
  allowCustomQuotas: z.boolean(),
  expirationDate: z.iso.datetime().nullable(),
};

export const planMetadataFields = { version: z.int(), group: z.enum(planGroups), slug: z.string() };

/** Days of a trial, and of the grace period after it. */
export const trialField = z.strictObject({ length: z.number(), gracePeriod: z.number() }).optional();

/** An account's plan in an answer. */
export const planSpec = z
  .strictObject({ ...planSpecFields, metadata: z.strictObject(planMetadataFields) })
  .meta({ id: 'PlanSpec' });

export const planSpecExample = {
  planId: 'pro-1',
  displayName: 'Pro 10k',
  monthlyExecutionsLimit: 10_000,
  activeWorkflowsLimit: 15,
  credentialsLimit: -1,
  supportTier: 'standard',
  pruneExecutionsInterval: 720,
  licenseFeatures: { 'quota:users': -1 },
  enabledFeatures: ['three-projects', 'unlimited-users', 'execution-search'],
  userManagementEnabled: true,
  allowCustomQuotas: false,
  expirationDate: null,
  metadata: { version: 3, group: 'opt-in', slug: 'pro-1' },
};

/**
 * @param limits in force, which a custom quota sets.
 * @param endsAt when the plan ends, UTC ms; null while nothing ends it.
 */
export function toPlanSpec(
  spec: PlanSpec,
  limits: { monthlyExecutions: number; activeWorkflows: number },
  endsAt: number | null,
): z.output<typeof planSpec> {
  const { credentialsLimit, supportTier, licenseFeatures, enabledFeatures } = spec;
  const { userManagementEnabled, allowCustomQuotas, version, group, slug } = spec;
  return {
    planId: spec.id,
    displayName: spec.displayName,
    monthlyExecutionsLimit: limits.monthlyExecutions,
    activeWorkflowsLimit: limits.activeWorkflows,
    credentialsLimit,
    supportTier,
    pruneExecutionsInterval: spec.logRetentionDays * HOURS_A_DAY,
    licenseFeatures,
    enabledFeatures,
    userManagementEnabled,
    allowCustomQuotas,
    expirationDate: endsAt === null ? null : new Date(endsAt).toISOString(),
    metadata: { version, group, slug },
  };
}
