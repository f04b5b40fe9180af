import { afterAll, expect, inject, test } from 'vitest';
import { post } from '../support/api-calls.ts';
import { billsOf, decliningCard, get, postChange, subscribe } from '../support/billing-calls.ts';
import { type Owner, setUpOwner } from '../support/people.ts';
import { eventually } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

const pro = { planId: 'pro-1', period: 'monthly' };

/** Pays for Starter, then changes to Pro with the difference on the next bill. */
async function upgradeLater(card?: string): Promise<Owner> {
  const owner = await setUpOwner(portal, database);
  await subscribe(owner, { planId: 'starter', period: 'monthly' }, card);
  const changed = await post(owner.client, '/account/plan/change', { ...pro, chargeNow: false });
  expect(changed.status).toBe(200);
  return owner;
}

const limitOf = async ({ client }: Owner) => (await get(client, '/user/plan')).body.monthlyExecutionsLimit;

const cancel = ({ client, fields }: Owner) =>
  client.post('/manage/billing', { intent: 'cancel', workspaceName: fields.accountName });

const nextPayment = async ({ client }: Owner) =>
  (await get(client, '/account/plan/next-payment')).body as {
    amount: number;
    postponed?: { amount: number };
  };

test('a cancellation charges an upgrade postponed to the next bill, and says so first', async () => {
  const owner = await upgradeLater();
  const { postponed } = await nextPayment(owner);
  expect(postponed).toEqual({ amount: expect.any(Number), currency: 'USD' });
  const amount = postponed?.amount ?? 0;
  expect(amount).toBeGreaterThan(3_000);
  const words = `$${(amount / 100).toFixed(2)}`;
  const page = await (await owner.client.get('/manage/billing?dialog=cancel')).text();
  expect(page).toContain(`The next payment includes ${words} for plan changes in this period.`);
  expect(page).toContain(`If you cancel, we charge ${words} now`);

  expect((await cancel(owner)).status).toBe(302);
  await eventually(async () => (await billsOf(owner.client)).length === 2);
  const [bill] = await billsOf(owner.client);
  // The provider rounds tax once for the sum, and per line on a bill.
  expect(Math.abs((bill?.amount ?? 0) - amount)).toBeLessThanOrEqual(1);
  expect(await limitOf(owner)).toBe(10_000);
});

test('a cancellation whose charge is declined resets the limits to the paid plan', async () => {
  const owner = await upgradeLater(decliningCard);
  expect(await limitOf(owner)).toBe(10_000);
  expect((await cancel(owner)).status).toBe(302);
  expect(await limitOf(owner)).toBe(2_500);
  const row = 'SELECT plan_id, cancels_at FROM subscriptions WHERE account_id = ?';
  expect(await one(database, row, owner.accountId)).toEqual({
    plan_id: 'starter',
    cancels_at: expect.any(Number),
  });
  expect((await owner.client.post('/manage/billing', { intent: 'resubscribe' })).status).toBe(302);
  expect(await limitOf(owner)).toBe(10_000);
  expect(await nextPayment(owner)).toHaveProperty('postponed');
});

test('a change cannot be charged now while a charge waits, and its page only offers the next bill', async () => {
  const owner = await upgradeLater();
  const { client } = owner;
  for (const change of [
    { planId: 'starter', period: 'monthly' },
    { planId: 'pro-1', period: 'yearly' },
  ]) {
    const answer = await post(client, '/account/plan/change', { ...change, chargeNow: true });
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'plan_charge_waiting' }]);
  }
  const page = await (await client.get('/account/change-plan?confirm=pro-2&period=monthly')).text();
  expect(page).toContain('<title>Confirm your change – Weft Cloud</title>');
  expect(page.match(/name="charge"/g)).toHaveLength(1);
  expect(page).toContain('Until then, further changes are added to that invoice');
  const form = { intent: 'change', plan: 'pro-2', period: 'monthly', charge: 'next-cycle' };
  expect((await postChange(client, form)).status).toBe(302);
  expect((await nextPayment(owner)).postponed?.amount).toBeGreaterThan(8_000);
});
