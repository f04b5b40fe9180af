import { z } from 'zod';
import { roles } from '#app/domain/access/roles.ts';
import { surveySchema } from '#app/domain/account/survey.ts';
import { billingStatuses } from '#app/domain/billing/subscription.ts';
import { featureFlagsSchema } from '#app/domain/flags/flags.ts';
import { planGroups } from '#app/domain/plan/plan.ts';
import { instanceAnswer, instanceStatus } from './instance.ts';

/** A person (spec §3); `role` is theirs in the account they sign in to. */
const user = z
  .strictObject({
    id: z.string().startsWith('usr_'),
    username: z.string(),
    name: z.string(),
    email: z.string(),
    confirmed: z.boolean(),
    role: z.enum(roles),
  })
  .meta({ id: 'User' });

/** The token stands here alone: no cookie comes with it. */
export const signedInAnswer = z.strictObject({ token: z.string(), user }).meta({ id: 'SignedIn' });

/** With a password, the token of the session that it opened. */
export const confirmedAnswer = z.strictObject({ token: z.string().optional(), user });

export const accountAnswer = z
  .strictObject({
    id: z.string().startsWith('acc_'),
    name: z.string(),
    isSetup: z.boolean(),
    taxInclusive: z.boolean(),
    billing: z.strictObject({ status: z.enum(billingStatuses), planId: z.string() }).nullable(),
    planSpec: z.strictObject({ planId: z.string(), displayName: z.string(), group: z.enum(planGroups) }),
    instance: instanceAnswer.nullable(),
  })
  .meta({ id: 'Account' });

export const meAnswer = z.strictObject({ user, account: accountAnswer });

export const workspacesAnswer = z.array(
  z.strictObject({ name: z.string(), url: z.url(), status: instanceStatus.nullable() }),
);

export const planAnswer = z
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

const { workArea, companyIndustry, companySize } = surveySchema.in.shape;

export const surveyAnswer = z.strictObject({
  workArea,
  otherWorkArea: z.string().nullable(),
  codingSkills: z.int().min(0).max(5),
  companyIndustry,
  otherCompanyIndustry: z.string().nullable(),
  companySize,
  timezone: z.string(),
});

export const flagsAnswer = z.strictObject({ featureFlags: featureFlagsSchema });

/** The challenge is the widget's own affair. */
export const humanCheckAnswer = z.union([
  z.strictObject({ kind: z.literal('altcha'), challenge: z.looseObject({}) }),
  z.strictObject({ kind: z.literal('turnstile'), siteKey: z.string() }),
]);
