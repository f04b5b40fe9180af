import { afterAll, expect, inject, test } from 'vitest';
import {
  beginCheckout,
  billsOf,
  get,
  payAt,
  payingOwner,
  postChange,
  simulate,
  untilEventsDelivered,
} from '../support/billing-calls.ts';
import { type Owner, setUpOwner } from '../support/people.ts';
import { eventually } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

const mastercard = '5555 5555 5555 4444';

/** Changes an owner's e-mail, and leaves the provider's customer as it is, as a change before customers followed it. */
function setEmail({ accountId }: Owner, email: string) {
  const sql = `UPDATE users SET email = ?1, email_normalized = ?1
    WHERE id = (SELECT user_id FROM memberships WHERE account_id = ?2 AND role = 'owner')`;
  const keepCustomer = `DELETE FROM outbox WHERE kind = 'billing.move_customer' AND payload ->> 'accountId' = ?`;
  return database.batch(
    [
      { sql, args: [email, accountId] },
      { sql: keepCustomer, args: [accountId] },
    ],
    'write',
  );
}

/** Two accounts that the provider bills as one customer: it identifies customers by email. */
async function twoOfOneCustomer(): Promise<[Owner, Owner]> {
  const first = await payingOwner(portal, database);
  const { email } = first.fields;
  const second = await setUpOwner(portal, database);
  await setEmail(first, `moved-${email}`);
  await setEmail(second, email);
  const { url } = await beginCheckout(second.client, { planId: 'pro-1', period: 'monthly' });
  expect((await payAt(url, mastercard)).ok).toBe(true);
  await untilEventsDelivered(portal, email);
  return [first, second];
}

test('two accounts of one customer have their own plans, bills, cards, invoices and details', async () => {
  const [first, second] = await twoOfOneCustomer();
  const customerOf = ({ accountId }: Owner) =>
    one(database, 'SELECT customer_id FROM accounts WHERE id = ?', accountId);
  expect(await customerOf(second)).toEqual(await customerOf(first));

  const seenOf = async ({ client }: Owner) => ({
    plan: (await get(client, '/user/plan')).body.planId,
    card: (await get(client, '/account/payment-information')).body,
    bills: await billsOf(client),
    next: (await get(client, '/account/plan/next-payment')).body,
  });
  const [one_, two] = [await seenOf(first), await seenOf(second)];
  expect(one_).toMatchObject({ plan: 'starter', card: { lastFour: '4242' }, bills: [{ status: 'paid' }] });
  expect(two).toMatchObject({ plan: 'pro-1', card: { lastFour: '4444' }, bills: [{ status: 'paid' }] });
  expect(one_.bills).toHaveLength(1);
  expect(two.bills).toHaveLength(1);
  expect(one_.bills[0]?.id).not.toBe(two.bills[0]?.id);
  expect(one_.next.amount).not.toBe(two.next.amount);

  const invoice = async ({ client }: Owner, { bills }: typeof two) =>
    (await client.get(`/manage/billing/invoice/${bills[0]?.id}`)).status;
  expect([await invoice(first, one_), await invoice(second, two)]).toEqual([302, 302]);
  expect([await invoice(first, two), await invoice(second, one_)]).toEqual([404, 404]);

  const details = { intent: 'details', companyName: 'Second Ltd', taxId: '', addressLine: '2 Lane' };
  const rest = { city: 'Leeds', postalCode: '', country: 'GB' };
  expect((await second.client.post('/manage/billing', { ...details, ...rest })).status).toBe(302);
  expect(await (await first.client.get('/manage/billing')).text()).not.toContain('Second Ltd');

  const change = { intent: 'change', plan: 'pro-2', period: 'monthly', charge: 'now' };
  expect((await postChange(second.client, change)).status).toBe(302);
  await eventually(async () => (await billsOf(second.client)).length === 2);
  const cancelled = { intent: 'cancel', workspaceName: second.fields.accountName };
  expect((await second.client.post('/manage/billing', cancelled)).status).toBe(302);
  expect(await seenOf(first)).toEqual(one_);
});

test('an owner who buys again after another owner left becomes a separate customer', async () => {
  const owner = await payingOwner(portal, database);
  await simulate(owner, database, 'canceled', 'deleted');
  const { email } = owner.fields;
  // The one who left began a checkout of the same plan and never paid it.
  await beginCheckout(owner.client, { planId: 'pro-1', period: 'monthly' });
  await setEmail(owner, `next-${email}`);
  const { url } = await beginCheckout(owner.client, { planId: 'pro-1', period: 'monthly' });
  expect((await payAt(url)).ok).toBe(true);
  await untilEventsDelivered(portal, `next-${email}`);
  const count = 'SELECT count(DISTINCT customer_id) AS customers FROM subscriptions WHERE account_id = ?';
  expect(await one(database, count, owner.accountId)).toEqual({ customers: 2 });
});
