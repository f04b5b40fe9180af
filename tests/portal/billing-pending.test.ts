import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { call, post } from '../support/api-calls.ts';
import { billsOf, get, payingOwner, postChange } from '../support/billing-calls.ts';
import type { Owner } from '../support/people.ts';
import { eventually } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { postToSandbox } from '../support/sandbox-calls.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

/** Pays for Starter monthly; the first bill has arrived. */
let owner: Owner;
beforeEach(async () => {
  owner = await payingOwner(portal, database);
  await eventually(async () => (await billsOf(owner.client))[0]?.status === 'paid');
});

/** Sets the time since when another change is in progress. */
async function claim(at: number | null): Promise<void> {
  await database.execute({
    sql: 'UPDATE accounts SET plan_change_claimed_at = ? WHERE id = ?',
    args: [at, owner.accountId],
  });
}

async function readClaimedAt(): Promise<unknown> {
  const sql = 'SELECT plan_change_claimed_at AS at FROM accounts WHERE id = ?';
  return (await one(database, sql, owner.accountId)).at;
}

async function planId(): Promise<unknown> {
  const sql = 'SELECT plan_id FROM subscriptions WHERE account_id = ?';
  return (await one(database, sql, owner.accountId)).plan_id;
}

const change = { planId: 'pro-1', period: 'monthly', chargeNow: true };
const quota = { executions: 20_000, activeWorkflows: 20 };
const form = { intent: 'change', plan: 'pro-1', period: 'monthly', charge: 'now' };
const pending = {
  error: 'Another plan change is in progress. Please wait a moment.',
  code: 'plan_change_pending',
};

test('refuses a second change while one is in progress', async () => {
  const { client } = owner;
  const [bills, since] = [await billsOf(client), Date.now()];
  await claim(since);
  for (const answer of [
    await post(client, '/account/plan/change', change),
    await call(client, 'PATCH', '/account/plan/change/custom', { ...quota, chargeNow: true }),
  ]) {
    expect([answer.status, await answer.json()]).toEqual([409, pending]);
  }
  const page = await postChange(client, form);
  expect(page.status).toBe(409);
  expect(await page.text()).toContain(pending.error);
  // A call that changes nothing does not wait.
  expect((await post(client, '/account/plan/change/preview', change)).status).toBe(200);
  expect([await planId(), await billsOf(client)]).toEqual(['starter', bills]);
  // The refused change does not end the other one's claim.
  expect(await readClaimedAt()).toBe(since);
});

test('an interrupted change blocks nothing after a minute', async () => {
  await claim(Date.now() - 61_000);
  expect((await post(owner.client, '/account/plan/change', change)).status).toBe(200);
  expect([await planId(), await readClaimedAt()]).toEqual(['pro-1', null]);
});

test.for(['call', 'form'] as const)('of two simultaneous changes, one succeeds: by the %s', async (by) => {
  const { client } = owner;
  const plans = ['pro-1', 'pro-2'] as const;
  const ask = (planId: (typeof plans)[number]) =>
    by === 'call'
      ? post(client, '/account/plan/change', { ...change, planId })
      : postChange(client, { ...form, plan: planId });
  const { id } = await one(database, 'SELECT id FROM subscriptions WHERE account_id = ?', owner.accountId);
  const lock = (mode: 'waiting' | 'none') =>
    postToSandbox(portal, '/paddle/locks', { subscriptionId: id, mode });
  // The provider answers the first change only once the second one has its answer.
  await lock('waiting');
  const asked = plans.map(ask);
  await Promise.race(asked);
  await lock('none');
  const answers = await Promise.all(asked);
  const made = by === 'call' ? 200 : 302;
  expect(answers.map(({ status }) => status).sort()).toEqual([made, 409].sort());
  const lost = answers.find(({ status }) => status === 409);
  expect(await lost?.text()).toContain(pending.error);
  const won = plans[answers.findIndex(({ status }) => status === made)];
  expect(await planId()).toBe(won);
  // Exactly the charged change.
  await eventually(async () => (await billsOf(client)).length > 1);
  expect((await billsOf(client)).length).toBe(2);
  const next = (await get(client, '/account/plan/next-payment')).body as { amount: number };
  // The tax comes on top of the price.
  expect(next.amount).toBeGreaterThanOrEqual(won === 'pro-1' ? 6_000 : 12_000);
  expect(next.amount).toBeLessThan(won === 'pro-1' ? 8_000 : 16_000);
  expect(await readClaimedAt()).toBeNull();
});

test.for([
  ['processing', 'plan_change_pending'],
  ['outstanding', 'payment_details_outdated'],
] as const)(
  'a change that the provider blocks (%s) is refused, and possible again immediately',
  async ([mode, code]) => {
    const { client, accountId } = owner;
    const { id } = await one(database, 'SELECT id FROM subscriptions WHERE account_id = ?', accountId);
    await postToSandbox(portal, '/paddle/locks', { subscriptionId: id, mode });
    const answer = await post(client, '/account/plan/change', change);
    expect([answer.status, await answer.json()]).toMatchObject([409, { code }]);
    expect([await planId(), await readClaimedAt()]).toEqual(['starter', null]);
    const posted = await postChange(client, form);
    if (code === 'plan_change_pending') {
      expect([posted.status, (await posted.text()).includes(pending.error)]).toEqual([409, true]);
    } else {
      expect([posted.status, posted.headers.get('Location')]).toEqual([302, '/manage/billing']);
    }
    await postToSandbox(portal, '/paddle/locks', { subscriptionId: id, mode: 'none' });
    expect((await post(client, '/account/plan/change', change)).status).toBe(200);
    expect([await planId(), await readClaimedAt()]).toEqual(['pro-1', null]);
  },
);
