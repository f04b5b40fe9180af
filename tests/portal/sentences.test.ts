import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { errors } from '#app/i18n/en/errors.ts';
import type { Stack } from '#scripts/local/stack.ts';
import { newAccount, openRows, write } from '../support/account-rows.ts';
import { call } from '../support/api-calls.ts';
import { wordsOf } from '../support/backup-calls.ts';
import { postChange } from '../support/billing-calls.ts';
import { type Owner, setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { startTestStack } from '../support/test-stack.ts';

/** A separate stack, whose database fails. */
let stack: Stack;
let database: ReturnType<typeof openTestDatabase>;
let owner: Owner;
beforeAll(async () => {
  stack = await startTestStack({ isDirect: true });
  database = openTestDatabase(stack.databaseUrl);
  owner = await setUpOwner(stack, database);
});
afterAll(async () => {
  database?.close();
  await stack?.stop();
});

/** Spec §8's sentences of calls, with a statement that breaks what each call reads and one that repairs it. */
const calls: Array<[code: ErrorCode, path: string, breaks: string, mends: string]> = [
  [
    'user_plan_not_loaded',
    '/user/plan',
    'UPDATE plans SET monthly_executions_limit = -monthly_executions_limit',
    'UPDATE plans SET monthly_executions_limit = -monthly_executions_limit',
  ],
  [
    'workspaces_not_loaded',
    '/workspace/ada',
    'ALTER TABLE workspaces RENAME COLUMN phase TO phase_away',
    'ALTER TABLE workspaces RENAME COLUMN phase_away TO phase',
  ],
  [
    'survey_not_loaded',
    '/personalization-survey/answer',
    'ALTER TABLE survey_answers RENAME TO survey_answers_away',
    'ALTER TABLE survey_answers_away RENAME TO survey_answers',
  ],
];

test.for(calls)('%s is answered by its call', async ([code, path, breaks, mends]) => {
  await database.execute(breaks);
  try {
    const answer = await call(owner.client, 'GET', path);
    expect([answer.status, await answer.json()]).toEqual([500, { error: errors[code], code }]);
  } finally {
    await database.execute(mends);
  }
});

test('user_not_loaded is answered while the database is down', async () => {
  await stack.killDatabase();
  try {
    const answer = await call(owner.client, 'GET', '/auth/me');
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { error: errors.user_not_loaded, code: 'user_not_loaded' },
    ]);
  } finally {
    await stack.startDatabase();
  }
});

test.for([
  ['plan_change_failed', { plan: 'starter', period: 'monthly' }],
  [
    'plan_customization_failed',
    { plan: 'custom', period: 'monthly', executions: '20000', activeWorkflows: '20' },
  ],
] as const)('%s is shown on the page when the provider refuses the change', async ([code, choice]) => {
  // The provider does not know a subscription that only the database has.
  const rows = openRows(stack.databaseUrl);
  const { account, statements } = newAccount(rows, { step: null, subscription: 'active' });
  await write(rows, statements);
  const client = new PortalClient(stack);
  client.cookies.set('token', account.owner.token);
  const answer = await postChange(client, { intent: 'change', ...choice, charge: 'now' });
  expect(answer.status).toBe(502);
  expect(await wordsOf(answer)).toContain(errors[code]);
});
