import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { call, post } from '../support/api-calls.ts';
import {
  billsOf,
  decliningCard,
  payAt,
  payingOwner,
  postChange,
  simulate,
  subscribe,
} from '../support/billing-calls.ts';
import { type Owner, setUpOwner } from '../support/people.ts';
import { eventually } from '../support/portal-client.ts';
import { one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

/** Pays for Starter monthly, with a card that declines further payments. */
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
    intent: 'change',
    plan: 'pro-1',
    period: 'yearly',
    charge: 'now',
  });
  expect([form.status, (await form.text()).includes(declined)]).toEqual([402, true]);
  expect(await subscription()).toEqual(before);
  const claim = 'SELECT plan_id, plan_change_claimed_at AS claimed FROM accounts WHERE id = ?';
  expect(await one(database, claim, accountId)).toEqual({ plan_id: 'starter', claimed: null });
});

test('a change whose payment is retried applies immediately', async () => {
  const { client } = owner;
  const change = { planId: 'pro-1', period: 'monthly', chargeNow: false };
  expect((await post(client, '/account/plan/change', change)).status).toBe(200);
  expect(await subscription()).toMatchObject({ status: 'active', plan_id: 'pro-1' });
});

test('a paused subscription is resumed only through the checkout, and no card is charged before', async () => {
  const { client, fields, accountId } = owner;
  await simulate(owner, database, 'paused', 'paused');
  const paidBefore = (await billsOf(client)).filter(({ status }) => status === 'paid').length;
  const answer = await client.post('/manage/billing', { intent: 'resubscribe' });
  const location = answer.headers.get('Location') ?? '';
  expect([answer.status, location]).toEqual([
    302,
    expect.stringMatching(/^\/account\/checkout\?transaction=txn_/),
  ]);
  const again = await client.post('/manage/billing', { intent: 'resubscribe' });
  expect(again.headers.get('Location')).toBe(location);
  expect(await (await client.get(location)).text()).toContain('Resubscribe');

  const transactionId = new URLSearchParams(location.split('?')[1]).get('transaction') ?? '';
  const payHere = (card: string) =>
    payAt(`${portal.sandboxUrl}/paddle/checkout?transaction=${transactionId}`, card);
  await payHere('4000 0000 0000 0002');
  expect(await subscription()).toMatchObject({ status: 'paused' });
  expect((await billsOf(client)).filter(({ status }) => status === 'paid')).toHaveLength(paidBefore);
  const subjects = async () => (await client.mails(fields.email)).map(({ subject }) => subject);
  expect((await subjects()).join()).not.toMatch(/active again/);

  await payHere('4242 4242 4242 4242');
  const current = () =>
    one(
      database,
      'SELECT status, plan_id, period FROM subscriptions WHERE account_id = ? AND is_current = 1',
      accountId,
    );
  await eventually(async () => (await current()).status === 'active');
  expect(await current()).toMatchObject({ plan_id: 'pro-1', period: 'monthly' });
  await client.mail(fields.email, /active again/);
  expect((await subjects()).filter((subject) => /Welcome/.test(subject))).toHaveLength(1);
});

test('a cancelled subscription that owes a payment shows when the workspace is deleted, and can be kept', async () => {
  const debtor = await payingOwner(portal, database);
  const { client, fields } = debtor;
  const pageOf = async (path: string) => (await (await client.get(path)).text()).replaceAll('<!-- -->', '');
  await simulate(debtor, database, 'payment_failed', 'past_due');
  const cancelled = await client.post('/manage/billing', {
    intent: 'cancel',
    workspaceName: fields.accountName,
  });
  expect([cancelled.status, cancelled.headers.get('Location')]).toEqual([302, '/manage/billing']);
  for (const path of ['/manage/export', '/manage/billing']) {
    const page = await pageOf(path);
    expect(page, path).toContain('Your subscription is cancelled');
    expect(page, path).toMatch(/On <time[^>]*>[^<]+<\/time>, it’s deleted with all its workflows/);
  }
  expect(await pageOf('/manage/billing')).toContain('Keep the subscription');

  const kept = await client.post('/manage/billing', { intent: 'resubscribe' });
  expect([kept.status, kept.headers.get('Location')]).toEqual([302, '/manage/billing']);
  const row = 'SELECT status, cancels_at FROM subscriptions WHERE account_id = ?';
  expect(await one(database, row, debtor.accountId)).toEqual({ status: 'past_due', cancels_at: null });
  const page = await pageOf('/manage/billing');
  expect(page).toContain('Update payment');
  expect(page).not.toContain('it’s deleted');
});
