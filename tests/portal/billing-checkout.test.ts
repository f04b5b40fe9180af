import { afterAll, expect, inject, test } from 'vitest';
import { post } from '../support/api-calls.ts';
import {
  type BegunCheckout,
  beginCheckout,
  billsOf,
  payAt,
  payingOwner,
  plansOf,
  postChange,
  refusalOf,
  simulate,
  subscribe,
  untilEventsDelivered,
} from '../support/billing-calls.ts';
import { addTeammate, setUpOwner } from '../support/people.ts';
import type { PortalClient } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

/** Begins a checkout of a monthly plan. */
const begin = (client: PortalClient, planId = 'starter') =>
  beginCheckout(client, { planId, period: 'monthly' });

async function subscriptionsOf(accountId: string) {
  const sql = 'SELECT id, plan_id, status FROM subscriptions WHERE account_id = ? ORDER BY event_at';
  return (await database.execute({ sql, args: [accountId] })).rows;
}

/** Pays all checkouts concurrently. @returns the number of accepted payments. */
async function payAll(begun: readonly BegunCheckout[]): Promise<number> {
  const answers = await Promise.all(begun.map(({ url }) => payAt(url)));
  for (const { ok, status } of answers) expect(ok ? 200 : status).toBe(ok ? 200 : 409);
  return answers.filter(({ ok }) => ok).length;
}

test('ten concurrent checkouts of two people, paid concurrently, buy once', async () => {
  const owner = await setUpOwner(portal, database);
  const biller = await addTeammate(owner, database, 'billing');
  const clients = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? owner.client : biller.client));
  const begun = await Promise.all(clients.map((client) => begin(client)));
  expect(new Set(begun.map(({ transactionId }) => transactionId)).size).toBe(1);
  expect(await payAll(begun)).toBe(1);
  // Either person may have paid.
  for (const { email } of [owner.fields, biller]) await untilEventsDelivered(portal, email);
  expect(await subscriptionsOf(owner.accountId)).toMatchObject([{ plan_id: 'starter', status: 'active' }]);
  expect(await billsOf(owner.client)).toHaveLength(1);
});

test('concurrent checkouts of different plans, paid concurrently, buy one of them', async () => {
  const owner = await setUpOwner(portal, database);
  const plans = ['starter', 'pro-1', 'pro-2', 'starter', 'pro-2'];
  const begun = await Promise.all(plans.map((plan) => begin(owner.client, plan)));
  expect(await payAll(begun)).toBe(1);
  await untilEventsDelivered(portal, owner.fields.email);
  expect(await subscriptionsOf(owner.accountId)).toHaveLength(1);
});

test('a form that shows the price of one plan charges nothing once another was chosen', async () => {
  const owner = await setUpOwner(portal, database);
  const first = await begin(owner.client);
  // Declined: the bill keeps its address and tax, and waits for another card.
  expect((await payAt(first.url, '4000 0000 0000 0002')).ok).toBe(false);
  const next = await begin(owner.client, 'pro-1');
  expect(next.transactionId).not.toBe(first.transactionId);
  expect((await payAt(first.url)).status).toBe(409);
  expect((await payAt(next.url)).ok).toBe(true);
  await untilEventsDelivered(portal, owner.fields.email);
  expect(await subscriptionsOf(owner.accountId)).toMatchObject([{ plan_id: 'pro-1', status: 'active' }]);
});

test('a paid plan is not sold again before its event arrives', async () => {
  const owner = await setUpOwner(portal, database);
  await subscribe(owner, { planId: 'starter', period: 'monthly' });
  // Restores the state before the webhook.
  const args = [owner.accountId];
  await database.execute({ sql: 'DELETE FROM subscriptions WHERE account_id = ?', args });
  const plan = (await plansOf(owner.client))[0];
  const again = await post(owner.client, `/v1/paddle/plan/${plan?.id}/generatePayLink`);
  expect(await refusalOf(again)).toMatchObject({ status: 409, code: 'checkout_paid' });
  const form = await postChange(owner.client, { intent: 'checkout', plan: 'starter', period: 'monthly' });
  expect(form.status).toBe(409);
  expect(await form.text()).toContain('We received your payment. Your plan will be active in a moment.');
});

test('an ended subscription can be bought again, as often as it ends', async () => {
  const owner = await payingOwner(portal, database);
  for (const bought of [2, 3]) {
    await simulate(owner, database, 'canceled', 'deleted');
    const begun = await Promise.all([begin(owner.client), begin(owner.client)]);
    expect(await payAll(begun)).toBe(1);
    await untilEventsDelivered(portal, owner.fields.email);
    const subscriptions = await subscriptionsOf(owner.accountId);
    expect(subscriptions).toHaveLength(bought);
    expect(subscriptions.filter(({ status }) => status === 'active')).toHaveLength(1);
  }
});
