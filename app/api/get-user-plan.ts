import { z } from 'zod';
import { entitles } from '#app/domain/instance/entitlement.ts';
import { planEndOf, trialOf } from '#app/domain/plan/cloud-plan.ts';
import { isLatest, planGroups } from '#app/domain/plan/plan.ts';
import { AppError, caller, defineCall, json, withErrorCode } from './plumbing/call.ts';

const userPlan = z
  .strictObject({
    planId: z.string(),
    displayName: z.string(),
    monthlyExecutionsLimit: z.int(),
    activeWorkflowsLimit: z.int(),
    concurrentExecutionsLimit: z.int(),
    isActive: z.boolean(),
    expirationDate: z.iso.datetime().nullable(),
    metadata: z.strictObject({
      version: z.int(),
      group: z.enum(planGroups),
      slug: z.string(),
      isLatest: z.boolean(),
      trial: z.strictObject({ length: z.number(), gracePeriod: z.number() }).optional(),
    }),
    userIsTrialing: z.boolean(),
  })
  .meta({ id: 'UserPlan' });

/** Spec §7: the limits of the account's plan, a custom quota included, and their end. */
export const getUserPlan = defineCall('getUserPlan', 'GET /user/plan', {
  who: caller('workspace:view'),
  answers: {
    200: json(userPlan, {
      ...{ planId: 'trial-1', displayName: 'Trial', isActive: true, userIsTrialing: true },
      ...{ monthlyExecutionsLimit: 1000, activeWorkflowsLimit: 5, concurrentExecutionsLimit: 5 },
      expirationDate: '2026-12-05T02:13:20.000Z',
      metadata: {
        ...{ version: 3, group: 'trial', slug: 'trial-1', isLatest: true },
        trial: { length: 14, gracePeriod: 3 },
      },
    }),
  },
  async handle({ context: { services }, viewer: { plan, workspace } }) {
    const facts = await withErrorCode('user_plan_not_loaded', () =>
      services.workspaces.instanceFacts(workspace.id),
    );
    // The owner has not confirmed their e-mail; nobody else can be here before that.
    if (!facts) throw new AppError('user_plan_not_loaded');
    const { limits, entitlement } = facts;
    const endsAt = planEndOf(entitlement);
    const trial = trialOf(entitlement);
    return {
      planId: plan.id,
      displayName: plan.displayName,
      monthlyExecutionsLimit: limits.monthlyExecutions,
      activeWorkflowsLimit: limits.activeWorkflows,
      concurrentExecutionsLimit: limits.concurrentExecutions,
      isActive: entitles(entitlement, services.clock.now()),
      expirationDate: endsAt === null ? null : new Date(endsAt).toISOString(),
      metadata: {
        ...{ version: plan.version, group: plan.group, slug: plan.slug, isLatest: isLatest(plan) },
        ...(trial && { trial }),
      },
      userIsTrialing: entitlement.kind === 'trial',
    };
  },
});
