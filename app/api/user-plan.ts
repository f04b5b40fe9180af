import { z } from 'zod';
import { entitles } from '#app/domain/instance/entitlement.ts';
import { planEndOf, trialOf } from '#app/domain/plan/cloud-plan.ts';
import { isLatest, planGroups, supportTiers } from '#app/domain/plan/plan.ts';
import { planFeatures } from '#app/domain/plan/plan-features.ts';
import { type PlanSpec, planSpecOf } from '#app/domain/plan/plan-spec.ts';
import { AppError, caller, defineCall, json } from './plumbing/call.ts';

const HOURS_A_DAY = 24;

/** Limits and features of an account's plan (spec §3, "Plan spec"); -1 means no limit. */
const planSpecFields = {
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

const planMetadataFields = { version: z.int(), group: z.enum(planGroups), slug: z.string() };

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

const userPlan = z
  .strictObject({
    ...planSpecFields,
    concurrentExecutionsLimit: z.int(),
    isActive: z.boolean(),
    metadata: z.strictObject({
      ...planMetadataFields,
      isLatest: z.boolean(),
      trial: trialField,
    }),
    userIsTrialing: z.boolean(),
  })
  .meta({ id: 'UserPlan' });

/** Spec §7: the limits of the account's plan, a custom quota included, and their end. */
export const getUserPlan = defineCall('GET /user/plan', {
  who: caller('workspace:view'),
  answers: {
    200: json(userPlan, {
      ...planSpecExample,
      planId: 'trial-1',
      displayName: 'Trial',
      isActive: true,
      userIsTrialing: true,
      monthlyExecutionsLimit: 1000,
      activeWorkflowsLimit: 5,
      concurrentExecutionsLimit: 5,
      supportTier: 'forum',
      pruneExecutionsInterval: 168,
      enabledFeatures: ['one-project'],
      expirationDate: '2026-12-05T02:13:20.000Z',
      metadata: {
        version: 3,
        group: 'trial',
        slug: 'trial-1',
        isLatest: true,
        trial: { length: 14, gracePeriod: 3 },
      },
    }),
  },
  failure: 'user_plan_not_loaded',
  async handle({ context: { services }, viewer: { plan, planRow, workspace } }) {
    const facts = await services.workspaces.instanceFacts(workspace.id);
    // The owner has not confirmed their e-mail; no one else can be a member before that.
    if (!facts) throw new AppError('user_plan_not_loaded');
    const { limits, entitlement } = facts;
    const trial = trialOf(entitlement);
    const spec = toPlanSpec(planSpecOf(plan.id, planRow), limits, planEndOf(entitlement));
    return {
      ...spec,
      concurrentExecutionsLimit: limits.concurrentExecutions,
      isActive: entitles(entitlement, services.clock.now()),
      metadata: { ...spec.metadata, isLatest: isLatest(plan), ...(trial && { trial }) },
      userIsTrialing: entitlement.kind === 'trial',
    };
  },
});
