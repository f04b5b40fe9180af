import { z } from 'zod';
import { roles } from '#app/domain/access/roles.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { paths } from '#app/domain/paths.ts';
import { cloudPlanOf } from '#app/domain/plan/cloud-plan.ts';
import { planGroups } from '#app/domain/plan/plan.ts';
import { trialDaysLeft } from '#app/domain/trial/trial.ts';
import { t } from '#app/i18n/t.ts';
import { readCloudUser } from '#app/use-cases/cloud/cloud-user.ts';
import { mintLoginCode } from '#app/use-cases/session/login-code.ts';
import { AppError, anyone, defineCall, json, workspace } from './plumbing/call.ts';
import { survey } from './set-up.ts';
import { trialField } from './user-plan.ts';

/** Longer than any genuine token. */
const MAX_TOKEN_LENGTH = 4_096;

/**
 * Not in the spec: a workspace requests the code, valid for a minute, that signs one of its people in here
 * (docs/cluster.md, "Into the portal").
 */
export const getWorkspaceLoginCode = defineCall('POST /workspace/login-code', {
  // The signature is in the body.
  who: anyone,
  body: {
    schema: z.strictObject({ token: z.string().max(MAX_TOKEN_LENGTH) }),
    example: { token: 'eyJ3b3Jrc3BhY2UiOiJhZGEifQ.c2lnbmF0dXJl' },
  },
  answers: { 200: json(z.strictObject({ code: z.string() }), { code: 'q1W2e3R4t5Y6u7I8o9P0' }) },
  refusals: ['signature_invalid', 'forbidden'],
  handle: ({ context: { services }, body: { token } }) => mintLoginCode(services, token),
});

/** The format of n8n's editor, which expects `data`. */
const cloudPlan = z.strictObject({
  data: z.strictObject({
    planId: z.int().meta({ example: 1 }),
    monthlyExecutionsLimit: z.int().meta({ example: 1000 }),
    activeWorkflowsLimit: z.int().meta({ example: 5 }),
    credentialsLimit: z.int().meta({ example: -1 }),
    isActive: z.boolean().meta({ example: true }),
    displayName: z.string().meta({ example: 'Trial' }),
    expirationDate: z.iso.datetime().nullable().meta({ example: '2026-12-05T02:13:20.000Z' }),
    metadata: z.strictObject({
      version: z.string().meta({ example: 'v1' }),
      group: z.enum(planGroups).meta({ example: 'trial' }),
      slug: z.string().meta({ example: 'trial-1' }),
      trial: trialField,
    }),
    userIsTrialing: z.boolean().meta({ example: true }),
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
      .nullable()
      .meta({ example: upgradeBanner('14 days left in your trial.', 'https://weft.example') }),
  }),
});

/** A workspace asks for its account's plan. One round trip. */
export const getCloudPlan = defineCall('GET /cloud/plan', {
  who: workspace('cloud'),
  answers: { 200: json(cloudPlan) },
  refusals: ['forbidden'],
  failure: 'user_plan_not_loaded',
  async handle({ context, viewer }) {
    const { cloud, clock } = context.services;
    const plan = await cloud.plan(viewer.workspaceId);
    if (!plan) throw new AppError('forbidden');
    const now = clock.now();
    const bannerConfig = trialBanner(plan.facts, now, context.portal.url);
    return { data: { ...cloudPlanOf(plan.name, plan.facts, now), bannerConfig } };
  },
});

/** @returns the banner of n8n's editor at `now` (UTC ms), with the dashboard's sentence; null outside a trial. */
function trialBanner(
  { entitlement, timezone }: Pick<InstanceFacts, 'entitlement' | 'timezone'>,
  now: number,
  portalUrl: string,
) {
  if (entitlement.kind !== 'trial') return null;
  const { endsAt } = entitlement;
  const text =
    now >= endsAt
      ? t('dashboard.trial.ended')
      : t('dashboard.trial.daysLeft', { count: trialDaysLeft(endsAt, now, timezone) });
  return upgradeBanner(text, portalUrl);
}

function upgradeBanner(text: string, portalUrl: string) {
  return {
    timeLeft: { text },
    showExecutions: true,
    dismissible: true,
    cta: {
      text: t('billing.upgrade'),
      icon: 'zap',
      size: 'small',
      style: 'success',
      href: `${portalUrl}${paths.changePlan}`,
    },
  };
}

/** The format of n8n's editor, which expects `data`. */
const cloudUser = z.strictObject({
  data: z.strictObject({
    confirmed: z.literal(true),
    username: z.string(),
    email: z.string(),
    role: z.enum(roles),
    information: survey.partial(),
  }),
});

/** A workspace asks for one of its people. One round trip. */
export const getCloudUser = defineCall('GET /cloud/user', {
  who: workspace('cloud-user'),
  answers: {
    200: json(cloudUser, {
      data: {
        confirmed: true,
        username: 'ada',
        email: 'ada@example.com',
        role: 'owner',
        information: { workArea: 'ops', codingSkills: 3, companyIndustry: 'saas', companySize: '20-99' },
      },
    }),
  },
  refusals: ['forbidden', 'too_many_attempts'],
  failure: 'user_not_loaded',
  async handle({ context, viewer: { email, ...caller } }) {
    if (email === null) throw new AppError('signature_invalid');
    const { survey: answers, ...person } = await readCloudUser(context.services, { ...caller, email });
    const given = Object.entries(answers ?? {}).filter(([, answer]) => answer !== null);
    // Only people with a confirmed e-mail are members.
    const information = Object.fromEntries(given) as Partial<z.output<typeof survey>>;
    return { data: { confirmed: true as const, ...person, information } };
  },
});
