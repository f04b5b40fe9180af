import { z } from 'zod';
import { roles } from '#app/domain/access/roles.ts';
import { planGroups } from '#app/domain/plan/plan.ts';
import { surveyAnswer } from './account.ts';
import { usedLimitsAnswer } from './instance.ts';

// As n8n's editor reads them: each in a `data` of its own.

export const cloudPlanAnswer = z.strictObject({
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

export const cloudUserAnswer = z.strictObject({
  data: z.strictObject({
    confirmed: z.literal(true),
    username: z.string(),
    email: z.string(),
    role: z.enum(roles),
    information: surveyAnswer.partial(),
  }),
});

export const cloudLimitsAnswer = z.strictObject({ data: usedLimitsAnswer });
