import { expect, test } from 'vitest';
import { createRouter } from '#app/api/plumbing/router.ts';
import { getUserPlan } from '#app/api/user-plan.ts';
import type { ViewerState } from '#app/domain/access/viewer.ts';
import type { Entitlement } from '#app/domain/instance/entitlement.ts';
import { type PlanName, planLimitsOf, planNameOf } from '#app/domain/plan/plan-spec.ts';
import type { Stores } from '#db/stores.ts';
import {
  starterLimits as limits,
  starterName as plan,
  starterSpec as spec,
} from '../../support/starter-plan.ts';
import { workspaceFacts } from '../../support/workspace-facts.ts';
import { testContext, testViewer } from './request-context.ts';

type Facts = Awaited<ReturnType<Stores['workspaces']['instanceFacts']>>;
const facts: NonNullable<Facts> = { ...workspaceFacts('ada', { limits }), clusterId: null, region: null };
const signedIn = (changes: object = {}, name: PlanName = { ...plan, ...changes }): ViewerState => ({
  kind: 'signed-in',
  viewer: testViewer({ plan: name, planRow: { ...plan, ...spec, ...changes } }),
});

/** UTC ms. */
const NOW = 1;

/** Calls `GET /user/plan` with these stores. @returns the response, and the reported errors. */
async function ask(viewer: () => ViewerState, instanceFacts: () => Facts) {
  const context = testContext({
    services: { clock: { now: () => NOW }, workspaces: { instanceFacts: async () => instanceFacts() } },
    viewer: async () => viewer(),
  });
  const request = new Request('http://127.0.0.1/api/user/plan');
  const answer = await createRouter([getUserPlan])(request, context);
  if (answer === null) throw new Error('Nothing answers.');
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, unknown>,
    reported: context.reported as Array<{ code?: string; cause?: unknown }>,
  };
}

test.each([
  [3, true],
  [4, true],
  [2, false],
])('a plan of version %i: isLatest is %s', async (version, isLatest) => {
  const { status, body, reported } = await ask(
    () => signedIn({ version }),
    () => facts,
  );
  expect([status, reported]).toEqual([200, []]);
  expect(body.metadata).toEqual({ version, isLatest, group: 'opt-in', slug: 'starter' });
});

test.each([
  ['opt-in', 'starter'],
  ['enterprise', 'enterprise-acme'],
])('answers the whole spec of a plan of group %s', async (group, id) => {
  const { status, body } = await ask(
    () => signedIn({ group, id }),
    () => facts,
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    planId: id,
    credentialsLimit: -1,
    supportTier: 'forum',
    pruneExecutionsInterval: 7 * 24,
    licenseFeatures: { 'quota:users': -1 },
    enabledFeatures: ['one-project'],
    userManagementEnabled: true,
    allowCustomQuotas: false,
    metadata: { group },
  });
});

test.each<[string, isActive: boolean, Entitlement]>([
  ['a trial before its end', true, { kind: 'trial', endsAt: NOW + 1 }],
  ['a trial at its end', false, { kind: 'trial', endsAt: NOW }],
  ['a paid plan', true, { kind: 'active' }],
  ['a cancelled plan before its end', true, { kind: 'cancelled', endsAt: NOW + 1 }],
  ['a cancelled plan at its end', false, { kind: 'cancelled', endsAt: NOW }],
  ['a paused plan', false, { kind: 'paused', pausedAt: NOW }],
])('%s: isActive is %s', async (_, isActive, entitlement) => {
  const { body } = await ask(
    () => signedIn(),
    () => ({ ...facts, entitlement }),
  );
  expect(body).toMatchObject({ isActive, userIsTrialing: entitlement.kind === 'trial' });
});

const fails = () => {
  throw new Error('the database is away');
};

test.each<[string, () => ViewerState, () => Facts, cause: string]>([
  [
    'the row is not a plan',
    () => signedIn({}, planNameOf('starter', { ...plan, group: 'gold' })),
    () => facts,
    'the plan starter cannot be read: group:',
  ],
  [
    'its limits are invalid',
    () => signedIn(),
    () => ({ ...facts, limits: planLimitsOf('starter', { ...limits, memoryMib: undefined }) }),
    'the plan starter cannot be read: memoryMib:',
  ],
  [
    'its features are invalid',
    () => signedIn({ enabledFeatures: ['teleport'] }),
    () => facts,
    'the plan starter cannot be read: enabledFeatures.0:',
  ],
  [
    'its features are not JSON',
    () => signedIn({ enabledFeatures: '["one-project"' }),
    () => facts,
    'the plan starter cannot be read: enabledFeatures:',
  ],
  [
    'its license is not JSON',
    () => signedIn({ licenseFeatures: '' }),
    () => facts,
    'the plan starter cannot be read: licenseFeatures:',
  ],
  ['the database is away', () => signedIn(), fails, 'the database is away'],
  ['the facts are missing', () => signedIn(), () => null, 'undefined'],
])('a plan is not loaded, and that is reported once: %s', async (_, viewer, instanceFacts, cause) => {
  const { status, body, reported } = await ask(viewer, instanceFacts);
  expect(status).toBe(500);
  expect(body).toEqual({ code: 'user_plan_not_loaded', error: 'Could not load user plan meta' });
  expect(reported.map((error) => [error.code, String(error.cause)])).toEqual([
    ['user_plan_not_loaded', expect.stringContaining(cause)],
  ]);
});

test('a missing person is reported as such', async () => {
  const { status, body, reported } = await ask(fails, () => facts);
  expect([status, body.code, reported.length]).toEqual([500, 'user_not_loaded', 1]);
});
