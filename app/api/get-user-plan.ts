import { z } from 'zod';
import { entitles } from '#app/domain/instance/entitlement.ts';
import { planEndOf, trialOf } from '#app/domain/plan/cloud-plan.ts';
import { isLatest } from '#app/domain/plan/plan.ts';
import { planSpecOf } from '#app/domain/plan/plan-spec.ts';
import {
  planMetadataFields,
  planSpecExample,
  planSpecFields,
  toPlanSpec,
  trialField,
} from './answers/plan-spec.ts';
import { AppError, caller, defineCall, json } from './plumbing/call.ts';

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
