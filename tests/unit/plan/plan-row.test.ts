import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ownMemoryDatabase } from '../../support/memory-database.ts';

const now = Date.UTC(2026, 0, 31);
const { raw, stores } = await ownMemoryDatabase();

beforeAll(async () => {
  await raw.batch(
    [
      `INSERT INTO users (id, username, name, email, email_normalized, password_hash, wants_newsletter, confirmed_at,
        confirmation_sent_at, created_at)
        VALUES ('usr_1', 'ada', 'Ada', 'ada@example.com', 'ada@example.com', '', 0, ${now}, 1, 1)`,
      `INSERT INTO accounts (id, name, plan_id, timezone, created_at, trial_started_at)
        VALUES ('acc_1', 'ada', 'starter', 'Etc/UTC', 1, ${now})`,
      `INSERT INTO memberships (user_id, account_id, role, created_at) VALUES ('usr_1', 'acc_1', 'owner', 1)`,
      `INSERT INTO workspaces (id, account_id, name, created_at) VALUES ('wks_1', 'acc_1', 'ada', 1)`,
      `INSERT INTO sessions (id, token_hash, user_id, account_id, created_at, last_seen_at, user_agent, address)
        VALUES ('ses_1', 'hash', 'usr_1', 'acc_1', ${now}, ${now}, '', '')`,
    ],
    'write',
  );
});

const columns = `display_name = 'Starter', plan_group = 'opt-in', version = 3, monthly_executions_limit = 2500`;
beforeEach(async () => {
  await raw.execute(`UPDATE plans SET ${columns} WHERE id = 'starter'`);
});

/** The session's viewer, and the facts of their workspace. */
const viewer = () => stores.sessions.viewer('hash', now);
const facts = () => stores.workspaces.instanceFacts('wks_1');

test('a plan is read as its row has it', async () => {
  expect(await viewer()).toMatchObject({
    viewer: { plan: { id: 'starter', displayName: 'Starter', group: 'opt-in', version: 3, slug: 'starter' } },
  });
  expect(await facts()).toMatchObject({ limits: { monthlyExecutions: 2_500, activeWorkflows: 5 } });
});

const failure = (what: string) => ({
  code: 'user_plan_not_loaded',
  cause: { message: expect.stringContaining(`The spec of the plan starter cannot be read: ${what}:`) },
});

test.each([
  ['an unknown group', `plan_group = 'gold'`, 'group'],
  ['no name', `display_name = ''`, 'displayName'],
  ['a version in words', `version = 'three'`, 'version'],
])('a row with %s is not a plan', async (_, change, what) => {
  await raw.execute(`UPDATE plans SET ${change} WHERE id = 'starter'`);
  await expect(viewer()).rejects.toMatchObject(failure(what));
});

test.each([
  ['a limit in words', `monthly_executions_limit = 'many'`],
  ['a limit of zero', 'monthly_executions_limit = 0'],
])('a row with %s gives a workspace nothing', async (_, change) => {
  await raw.execute(`UPDATE plans SET ${change} WHERE id = 'starter'`);
  await expect(facts()).rejects.toMatchObject(failure('monthlyExecutions'));
  expect(await viewer()).toMatchObject({ kind: 'signed-in' });
});

test('an account on a plan row of group enterprise stays active without a subscription', async () => {
  await raw.execute(`INSERT INTO plans (id, display_name, plan_group, version, slug, monthly_executions_limit,
      active_workflows_limit, concurrent_executions_limit, memory_mib, cpu_millicores, log_retention_days)
    VALUES ('enterprise-acme', 'Enterprise', 'enterprise', 3, 'enterprise-acme', 1000000, 900, 100, 8192, 1000, 365)`);
  await raw.execute(`UPDATE accounts SET plan_id = 'enterprise-acme'`);
  expect(await viewer()).toMatchObject({
    viewer: { plan: { group: 'enterprise', displayName: 'Enterprise' } },
  });
  expect(await facts()).toMatchObject({
    limits: { monthlyExecutions: 1_000_000, activeWorkflows: 900, logRetentionDays: 365 },
    entitlement: { kind: 'active' },
  });
  await raw.execute(`UPDATE accounts SET plan_id = 'starter'`);
});

test.each([
  ['a license that is not a JSON object', `license_features = '[]'`],
  ['an unknown feature', `enabled_features = '["teleport"]'`],
  ['a license that is not JSON', `license_features = '{"quota:users'`],
  ['features that are not JSON', `enabled_features = 'one-project'`],
  ['empty features', `enabled_features = ''`],
])('a row with %s does not sign anyone out', async (_, change) => {
  await raw.execute(`UPDATE plans SET ${change} WHERE id = 'starter'`);
  expect(await viewer()).toMatchObject({ kind: 'signed-in' });
  await raw.execute(
    `UPDATE plans SET license_features = '{"quota:users":-1}', enabled_features = '[]' WHERE id = 'starter'`,
  );
});

test('the database refuses to delete a plan that an account has', async () => {
  await expect(raw.execute(`DELETE FROM plans WHERE id = 'starter'`)).rejects.toThrow(/FOREIGN KEY/);
});
