import { z } from 'zod';
import { entitles } from '#app/domain/instance/entitlement.ts';
import { pick } from '#app/domain/pick.ts';
import { planEndOf, trialOf } from '#app/domain/plan/cloud-plan.ts';
import { isLatest, planGroups, supportTiers } from '#app/domain/plan/plan.ts';
import { planFeatures } from '#app/domain/plan/plan-features.ts';
import { type PlanSpec, planSpecOf } from '#app/domain/plan/plan-spec.ts';
import { AppError, caller, defineCall, json } from './plumbing/call.ts';

const HOURS_A_DAY = 24;

/** Limits and features of an account's plan (spec §3, "Plan spec"); -1 means no limit. */
const planSpecFields = {
  planId: z.string().meta({ example: 'pro-1' }),
  displayName: z.string().meta({ example: 'Pro 10k' }),
  monthlyExecutionsLimit: z.int().meta({ example: 10_000 }),
  activeWorkflowsLimit: z.int().meta({ example: 15 }),
  credentialsLimit: z.int().meta({ example: -1 }),
  supportTier: z.enum(supportTiers).meta({ example: 'standard' }),
  /** Retention of the workspace's executions, in hours. */
  pruneExecutionsInterval: z.int().meta({ example: 720 }),
  licenseFeatures: z.strictObject({ 'quota:users': z.int() }).meta({ example: { 'quota:users': -1 } }),
  enabledFeatures: z
    .array(z.enum(planFeatures))
    .meta({ example: ['three-projects', 'unlimited-users', 'execution-search'] }),
  userManagementEnabled: z.boolean().meta({ example: true }),
  /** Whether `PATCH /account/plan/change/custom` changes its limits. */
  allowCustomQuotas: z.boolean().meta({ example: false }),
  expirationDate: z.iso.datetime().nullable(),
};

const planMetadataFields = {
  version: z.int().meta({ example: 3 }),
  group: z.enum(planGroups).meta({ example: 'opt-in' }),
  slug: z.string().meta({ example: 'pro-1' }),
};

/** Days of a trial, and of the grace period after it. */
export const trialField = z
  .strictObject({ length: z.number(), gracePeriod: z.number() })
  .optional()
  .meta({ example: { length: 14, gracePeriod: 3 } });

export const planSpec = z
  .strictObject({ ...planSpecFields, metadata: z.strictObject(planMetadataFields) })
  .meta({ id: 'PlanSpec' });

/** @param limits in force, which a custom quota sets. @param endsAt when the plan ends, UTC ms; null while nothing ends it. */
export function toPlanSpec(
  spec: PlanSpec,
  limits: { monthlyExecutions: number; activeWorkflows: number },
  endsAt: number | null,
): z.output<typeof planSpec> {
  return {
    planId: spec.id,
    ...pick(spec, 'displayName', 'credentialsLimit', 'supportTier', 'licenseFeatures', 'enabledFeatures'),
    ...pick(spec, 'userManagementEnabled', 'allowCustomQuotas'),
    monthlyExecutionsLimit: limits.monthlyExecutions,
    activeWorkflowsLimit: limits.activeWorkflows,
    pruneExecutionsInterval: spec.logRetentionDays * HOURS_A_DAY,
    expirationDate: endsAt === null ? null : new Date(endsAt).toISOString(),
    metadata: pick(spec, 'version', 'group', 'slug'),
  };
}

const userPlan = z
  .strictObject({
    ...planSpecFields,
    concurrentExecutionsLimit: z.int().meta({ example: 5 }),
    isActive: z.boolean().meta({ example: true }),
    metadata: z.strictObject({
      ...planMetadataFields,
      isLatest: z.boolean().meta({ example: true }),
      trial: trialField,
    }),
    userIsTrialing: z.boolean().meta({ example: true }),
  })
  .meta({ id: 'UserPlan' });

/** Spec §7: the limits of the account's plan, a custom quota included, and their end. */
export const getUserPlan = defineCall('GET /user/plan', {
  who: caller('workspace:view'),
  answers: {
    200: json(userPlan, {
      planId: 'trial-1',
      displayName: 'Trial',
      monthlyExecutionsLimit: 1000,
      activeWorkflowsLimit: 5,
      supportTier: 'forum',
      pruneExecutionsInterval: 168,
      enabledFeatures: ['one-project'],
      expirationDate: '2026-12-05T02:13:20.000Z',
      metadata: { group: 'trial', slug: 'trial-1' },
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
