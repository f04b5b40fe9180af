import { expect, test } from 'vitest';
import { getInstance, getInstanceUrl } from '#app/api/instance.ts';
import { createRouter } from '#app/api/plumbing/router.ts';
import { register, resendConfirmation } from '#app/api/registration.ts';
import { answerSurvey, getSurveyAnswer, inviteMembers, selectApps } from '#app/api/set-up.ts';
import { login, sendMagicLink } from '#app/api/sign-in.ts';
import { listWorkspaces } from '#app/api/workspaces.ts';
import { openStores } from '#db/stores.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';
import { testContext, testViewer } from './request-context.ts';

const now = Date.UTC(2026, 10, 22);
const calls = [
  answerSurvey,
  getInstance,
  getInstanceUrl,
  getSurveyAnswer,
  inviteMembers,
  listWorkspaces,
  login,
  register,
  resendConfirmation,
  selectApps,
  sendMagicLink,
];
/** A signed-in owner, confirmed or not. */
const owner = (confirmedAt: number | null) =>
  ({
    kind: 'signed-in',
    viewer: testViewer({ progress: { ...testViewer().progress, confirmedAt } }),
  }) as const;

const away = async () => {
  throw new Error('The object is away.');
};

/** Calls an operation whose database is closed and whose workspace object fails. */
async function ask(method: string, path: string, body: unknown, confirmedAt: number | null = 1) {
  const { db, raw } = await openMemoryDatabase();
  raw.close();
  const context = testContext({
    services: {
      ...openStores(db),
      clock: { now: () => now },
      catalogue: {
        apps: async () => ({
          apps: [{ id: '1', name: 'slack', displayName: 'Slack', iconData: null }],
          isComplete: true,
        }),
      },
      humanCheck: { verify: async () => ({ id: 'check_1', expiresAt: now }) },
      workspaceObject: () => ({ view: away, openLink: away }),
    },
    viewer: async () => owner(confirmedAt),
  });
  const request = new Request(`https://weft.example/api${path}`, {
    method,
    ...(body !== null && {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    }),
  });
  const answer = await createRouter(calls)(request, context);
  if (answer === null) throw new Error('Nothing answers.');
  const { error } = (await answer.json()) as { error: string };
  return {
    status: answer.status,
    error,
    reported: context.reported.map((failure) => (failure as { code?: string }).code),
  };
}

const survey = {
  workArea: 'finance',
  codingSkills: 3,
  companyIndustry: 'saas',
  companySize: '<20',
  timezone: 'Europe/Berlin',
};
const registration = {
  fullName: 'Ada Lovelace',
  email: 'ada@example.com',
  confirmEmail: 'ada@example.com',
  password: 'analytical engine',
  accountName: 'ada-labs',
  humanCheck: 'solved',
};

test.each([
  ['Could not load workspaces', 'GET', '/workspace/ada', null],
  ['Could not send magic link', 'POST', '/user/magic-link', { email: 'ada@example.com' }],
  ['Could not save personalization survey answer', 'POST', '/personalization-survey/answer', survey],
  ['Could not get personalization survey answer', 'GET', '/personalization-survey/answer', null],
  ['Could not save users to invite', 'POST', '/account/invite-members', { emails: ['grace@example.com'] }],
  ['Could not save selected apps', 'POST', '/account/selected-apps', { apps: ['slack'] }],
  ['Could not refresh workspace status, please try again.', 'GET', '/instance', null],
  ['Could not refresh workspace status, please try again.', 'GET', '/instance/url', null],
  [
    'We are having technical difficulties at the moment. Please try again soon.',
    'POST',
    '/auth/register',
    registration,
  ],
  ['You could not be logged in. Please try again.', 'POST', '/auth/login', { login: 'ada', password: 'x' }],
])('answers “%s” and reports the failure once: %s %s', async (sentence, method, path, body) => {
  const { status, error, reported } = await ask(method, path, body);
  expect(error).toBe(sentence);
  expect(status).toBeGreaterThanOrEqual(500);
  expect(reported).toHaveLength(1);
});

test('answers “Could not resend confirmation” when the mail cannot be written', async () => {
  const { status, error, reported } = await ask('POST', '/auth/resend-confirmation', null, null);
  expect([status >= 500, error]).toEqual([true, 'Could not resend confirmation']);
  expect(reported).toEqual(['confirmation_not_resent']);
});
