import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { call, post } from '../support/api-calls.ts';
import { get, isActive, plansOf, refusalOf, simulate, subscribe } from '../support/billing-calls.ts';
import { addTeammate, type Owner, setUpOwner } from '../support/people.ts';
import { eventually } from '../support/portal-client.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);

/** Pays for Starter monthly; the tests below change the subscription one after another. */
let owner: Owner;
beforeAll(async () => {
  owner = await setUpOwner(portal, database);
});
afterAll(() => database.close());

test('before the first checkout there is nothing to show or change', async () => {
  const { client } = await setUpOwner(portal, database);
  expect(await get(client, '/account/payments')).toEqual({ status: 200, body: [] });
  expect(await get(client, '/account/transactions')).toEqual({ status: 200, body: [] });
  for (const path of [
    '/account/payment-information',
    '/account/plan/next-payment',
    '/account/billing/active',
  ]) {
    expect(await get(client, path), path).toMatchObject({ status: 404, body: { code: 'no_subscription' } });
  }
  expect((await call(client, 'HEAD', '/account/billing/active')).status).toBe(404);
  const change = { planId: 'pro-1', period: 'monthly', chargeNow: true };
  for (const path of ['/account/plan/change/preview', '/account/plan/change']) {
    expect(await refusalOf(await post(client, path, change)), path).toMatchObject({
      code: 'no_subscription',
    });
  }
  const early = await post(client, '/account/complete-checkout', { planId: 'starter' });
  expect(await early.json()).toEqual({
    code: 'checkout_incomplete',
    error: "Checkout couldn't be completed! Please try again or contact support.",
  });
  const plan = (await get(client, '/user/plan')).body;
  expect(plan).toMatchObject({
    planId: 'trial-1',
    displayName: 'Trial',
    isActive: true,
    userIsTrialing: true,
    metadata: { group: 'trial', trial: { length: 14, gracePeriod: 3 } },
  });
  const daysLeft = (Date.parse(String(plan.expirationDate)) - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(13.9);
  expect(daysLeft).toBeLessThanOrEqual(14);
});

test('a plan is bought, and shown everywhere', async () => {
  const { client } = owner;
  await subscribe(owner, { planId: 'starter', period: 'monthly' });
  const completed = await post(client, '/account/complete-checkout', { planId: 'starter' });
  expect(completed.status).toBe(204);
  expect((await post(client, '/account/complete-checkout', { planId: 'pro-1' })).status).toBe(409);

  const payment = await eventually(async () => {
    const list = (await get(client, '/account/payments')).body as unknown as Array<Record<string, string>>;
    return list[0]?.receiptUrl ? list[0] : undefined;
  });
  expect(payment).toEqual({
    id: expect.stringMatching(/^txn_/),
    currency: 'USD',
    status: 'paid',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    amount: expect.any(Number),
    receiptUrl: `${portal.portalUrl}/manage/billing/invoice/${payment.id}`,
  });
  expect(Number(payment.amount)).toBeGreaterThanOrEqual(2400);
  expect((await get(client, '/account/transactions')).body).toEqual([payment]);
  const receipt = await client.get(new URL(String(payment.receiptUrl)).pathname);
  expect([receipt.status, receipt.headers.get('Location')]).toEqual([302, expect.stringMatching(/^http/)]);

  await client.mail(owner.fields.email, /^Welcome to the Starter plan$/);
  await client.mail(owner.fields.email, /^Your Weft Cloud receipt: \$\d+\.\d\d$/);

  expect((await get(client, '/account/payment-information')).body).toEqual({
    method: 'card',
    cardBrand: 'visa',
    lastFour: '4242',
    expiry: '12/2040',
  });
  const next = (await get(client, '/account/plan/next-payment')).body;
  expect(next).toEqual({ amount: Number(payment.amount), currency: 'USD', date: expect.any(String) });
  expect(Date.parse(String(next.date))).toBeGreaterThan(Date.now() + 27 * 86_400_000);
  expect((await get(client, '/user/plan')).body).toMatchObject({
    planId: 'starter',
    isActive: true,
    expirationDate: null,
    userIsTrialing: false,
  });

  // Members can see that the account pays, but no amounts.
  const member = await addTeammate(owner, database);
  expect(await isActive(member.client)).toBe(true);
  expect((await get(member.client, '/account/payments')).status).toBe(403);

  const plan = (await plansOf(client))[0];
  const again = await post(client, `/v1/paddle/plan/${plan?.id}/generatePayLink`);
  expect(await refusalOf(again)).toMatchObject({ status: 409, code: 'already_subscribed' });
});

test('a change is previewed, then made, and applies immediately', async () => {
  const { client } = owner;
  const change = { planId: 'pro-1', period: 'monthly' };
  const preview = async (body: object) => {
    const answer = await post(client, '/account/plan/change/preview', body);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<'immediate' | 'next', { amount: number }>;
  };
  const now = await preview(change);
  expect(now).toEqual({
    immediate: { amount: expect.any(Number), currency: 'USD' },
    next: { amount: expect.any(Number), currency: 'USD', date: expect.stringMatching(/Z$/) },
  });
  expect(now.immediate.amount).toBeGreaterThan(0);
  expect(await preview({ ...change, chargeNow: true })).toEqual(now);
  const later = await preview({ ...change, chargeNow: false });
  expect(later.immediate.amount).toBe(0);
  expect(later.next.amount).toBeGreaterThan(now.next.amount);
  expect((await get(client, '/user/plan')).body).toMatchObject({ planId: 'starter' });

  const made = await post(client, '/account/plan/change', { ...change, chargeNow: true });
  expect(made.status).toBe(200);
  expect(await made.json()).toMatchObject({
    id: owner.accountId,
    name: owner.fields.accountName,
    billing: { status: 'active', planId: 'pro-1', updateUrl: `${portal.portalUrl}/manage/billing` },
    planSpec: {
      planId: 'pro-1',
      displayName: 'Pro 10k',
      monthlyExecutionsLimit: 10_000,
      expirationDate: null,
    },
  });
  expect((await get(client, '/user/plan')).body).toMatchObject({ monthlyExecutionsLimit: 10_000 });
  await eventually(async () => {
    const list = (await get(client, '/account/payments')).body as unknown as Array<{ amount: number }>;
    return list.length === 2 && list[0]?.amount === now.immediate.amount;
  });
});

test('a custom quota is previewed, then made, for the paid period', async () => {
  const { client } = owner;
  const quota = { executions: 42_000, activeWorkflows: 77 };
  const preview = await post(client, '/account/plan/change/custom/preview', quota);
  const { next } = (await preview.json()) as { next: { amount: number } };
  const made = await call(client, 'PATCH', '/account/plan/change/custom', { ...quota, chargeNow: true });
  expect(made.status).toBe(200);
  expect(await made.json()).toMatchObject({ billing: { status: 'active', planId: 'custom' } });
  expect((await get(client, '/user/plan')).body).toMatchObject({
    planId: 'custom',
    monthlyExecutionsLimit: 42_000,
    activeWorkflowsLimit: 77,
  });
  expect((await get(client, '/account/plan/next-payment')).body).toMatchObject({ amount: next.amount });
});

test('a past-due or paused subscription refuses a change with its sentence', async () => {
  const { client } = owner;
  const change = { planId: 'pro-2', period: 'monthly', chargeNow: true };
  const quota = { executions: 20_000, activeWorkflows: 20, chargeNow: true };
  const sentenceOf = async (path: string) => {
    const answer = await post(client, path, path.includes('custom') ? quota : change);
    return [answer.status, ((await answer.json()) as { error: string }).error];
  };
  await simulate(owner, database, 'payment_failed', 'past_due');
  for (const path of ['/account/plan/change/preview', '/account/plan/change/custom/preview']) {
    expect(await sentenceOf(path)).toEqual([409, 'Update payment details before changing plan']);
  }
  expect(await isActive(client)).toBe(false);
  // A past-due subscription keeps running.
  expect((await get(client, '/user/plan')).body).toMatchObject({ isActive: true });

  await client.mail(owner.fields.email, /^Your payment to Weft Cloud failed$/);

  await simulate(owner, database, 'paused', 'paused');
  const mail = await client.mail(owner.fields.email, /^Your subscription is paused/);
  expect(mail.text).toContain(owner.fields.accountName);
  expect(await sentenceOf('/account/plan/change')).toEqual([409, 'Before upgrading you need to resubscribe']);
  expect((await get(client, '/user/plan')).body).toMatchObject({
    planId: 'custom',
    isActive: false,
    expirationDate: expect.any(String),
  });
  const payments = (await get(client, '/account/payments')).body as unknown as Array<Record<string, unknown>>;
  // Paddle cancels the open bill of a subscription that it pauses.
  expect(payments[0]).toMatchObject({ status: 'cancelled', receiptUrl: null });
});
