import { z } from 'zod';
import { trialBanner } from '#app/api/answers/trial-banner.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { cloudPlanOf } from '#app/domain/plan/cloud-plan.ts';
import { planGroups } from '#app/domain/plan/plan.ts';
import { withErrorCode } from '#app/http/error-response.ts';
import { defineCall, json } from './plumbing/define-call.ts';
import { workspace } from './plumbing/workspace-caller.ts';

/** As n8n's editor reads it: in `data`. */
const cloudPlan = z.strictObject({
  data: z.strictObject({
    planId: z.int(),
    monthlyExecutionsLimit: z.int(),
    activeWorkflowsLimit: z.int(),
    credentialsLimit: z.int(),
    isActive: z.boolean(),
    displayName: z.string(),
    expirationDate: z.iso.datetime().nullable(),
    metadata: z.strictObject({
      version: z.string(),
      group: z.enum(planGroups),
      slug: z.string(),
      trial: z.strictObject({ length: z.number(), gracePeriod: z.number() }).optional(),
    }),
    userIsTrialing: z.boolean(),
    bannerConfig: z
      .strictObject({
        timeLeft: z.strictObject({ text: z.string() }),
        showExecutions: z.boolean(),
        dismissible: z.boolean(),
        cta: z.strictObject({
          text: z.string(),
          icon: z.string(),
          size: z.string(),
          style: z.string(),
          href: z.url(),
        }),
      })
      .nullable(),
  }),
});

/** A workspace asks for its account's plan. One round trip. */
export const getCloudPlan = defineCall('getCloudPlan', 'GET /cloud/plan', {
  who: workspace('cloud'),
  answers: {
    200: json(cloudPlan, {
      data: {
        ...{ planId: 1, monthlyExecutionsLimit: 1000, activeWorkflowsLimit: 5, credentialsLimit: -1 },
        ...{ isActive: true, displayName: 'Trial', expirationDate: '2026-12-05T02:13:20.000Z' },
        metadata: {
          ...{ version: 'v1', group: 'trial', slug: 'trial-1' },
          trial: { length: 14, gracePeriod: 3 },
        },
        userIsTrialing: true,
        bannerConfig: {
          timeLeft: { text: '14 days left in your trial.' },
          ...{ showExecutions: true, dismissible: true },
          cta: {
            ...{ text: 'Upgrade', icon: 'zap', size: 'small', style: 'success' },
            href: 'https://weft.example/account/change-plan',
          },
        },
      },
    }),
  },
  refusals: ['forbidden'],
  async handle({ context, viewer }) {
    const { cloud, clock } = context.services;
    const plan = await withErrorCode('user_plan_not_loaded', () => cloud.plan(viewer.workspaceId));
    if (!plan) throw new AppError('forbidden');
    const now = clock.now();
    const bannerConfig = trialBanner(plan.facts, now, context.portal.url);
    return { data: { ...cloudPlanOf(plan.name, plan.facts, now), bannerConfig } };
  },
});
