import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { call, post } from '../support/api-calls.ts';
import { billsOf, decliningCard, postChange, simulate, subscribe } from '../support/billing-calls.ts';
import { type Owner, setUpOwner } from '../support/people.ts';
import { eventually } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

/** Pays for Starter by the month, with a card that pays for nothing more. */
let owner: Owner;
beforeAll(async () => {
  owner = await setUpOwner(portal, database);
  await subscribe(owner, { planId: 'starter', period: 'monthly' }, decliningCard);
  await eventually(async () => (await billsOf(owner.client))[0]?.status === 'paid');
});

const subscription = () =>
  one(database, 'SELECT status, plan_id, period FROM subscriptions WHERE account_id = ?', owner.accountId);

const declined = 'Your card was declined. Nothing was changed.';

test('a change that the card does not pay for is not made, and says so', async () => {
  const { client, accountId } = owner;
  const before = await subscription();
  const quota = { executions: 20_000, activeWorkflows: 20 };
  for (const answer of [
    await post(client, '/account/plan/change', { planId: 'pro-1', period: 'monthly', chargeNow: true }),
    await call(client, 'PATCH', '/account/plan/change/custom', { ...quota, chargeNow: true }),
  ]) {
    expect([answer.status, await answer.json()]).toEqual([
      402,
      { code: 'payment_declined', error: declined },
    ]);
  }
  const form = await postChange(client, {
    ...{ intent: 'change', plan: 'pro-1', period: 'yearly', charge: 'now' },
  });
  expect([form.status, (await form.text()).includes(declined)]).toEqual([402, true]);
  expect(await subscription()).toEqual(before);
  const claim = 'SELECT plan_id, plan_change_claimed_at AS claimed FROM accounts WHERE id = ?';
  expect(await one(database, claim, accountId)).toEqual({ plan_id: 'starter', claimed: null });
});

test('what the card has time to pay for is in force at once', async () => {
  const { client } = owner;
  const change = { planId: 'pro-1', period: 'monthly', chargeNow: false };
  expect((await post(client, '/account/plan/change', change)).status).toBe(200);
  expect(await subscription()).toMatchObject({ status: 'active', plan_id: 'pro-1' });
});

test('what is paused is brought back by a card that pays alone', async () => {
  await simulate(owner, database, 'paused', 'paused');
  const answer = await owner.client.post('/manage/billing', { intent: 'resubscribe' });
  expect([answer.status, (await answer.text()).includes('Your card was declined.')]).toEqual([402, true]);
  await eventually(async () => (await subscription()).status === 'past_due');
});
