import { expect, test } from 'vitest';
import { itemsOf, type PlanChoice } from '#app/domain/billing/offer.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { World } from '../sandbox/harness.ts';
import { laterDeclinedCard, paddleClient, pay, simulate } from '../sandbox/paddle-harness.ts';
import { accountId, billingAt, buy, codeOf, pro, reference, starter } from './harness.ts';

const MONTH_MS = 28 * DAY_MS;
const custom: PlanChoice = {
  planId: 'custom',
  period: 'monthly',
  quota: { executions: 42_000, activeWorkflows: 77 },
};

test('the catalogue contains our prices', async () => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const prices = await billing.prices();
  expect(prices).toHaveLength(15);
  expect(prices.find(({ planId, period }) => planId === 'starter' && period === 'yearly')).toEqual({
    priceId: expect.stringMatching(/^pri_/),
    planId: 'starter',
    kind: 'plan',
    period: 'yearly',
    unitPrice: { amount: 24_000, currency: 'USD' },
    taxInclusive: false,
  });
});

test('creates a customer once, and finds them by e-mail', async () => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const first = await billing.customer({ email: 'ada@example.com', name: 'Ada', accountId });
  const second = await billing.customer({ email: 'ADA@example.com', name: 'Eve', accountId: 'acc_2' });
  expect(second).toBe(first);
  expect(await paddleClient(world).customers.get(first)).toMatchObject({
    email: 'ada@example.com',
    name: 'Ada',
    customData: { accountId },
  });
});

test('a checkout is paid on its page, which returns to the portal, and creates the subscription', async () => {
  await using world = await World.start({ portalUrl: 'http://localhost:8787' });
  const billing = billingAt(world.url);
  const { checkout, customerId, subscriptionId } = await buy(world, billing);
  const page = await (await fetch(checkout.url)).text();
  expect(page).toContain('http://localhost:8787/manage/billing');
  const answered = await billing.subscription(subscriptionId);
  expect(answered).toEqual({
    subscription: {
      providerId: subscriptionId,
      status: 'active',
      planId: 'starter',
      period: 'monthly',
      quota: null,
      currentPeriodEndsAt: expect.any(Number),
      pausedAt: null,
      cancelsAt: null,
    },
    claim: { accountId, reference },
    boughtBy: null,
    customerId,
    taxInclusive: false,
    updatedAt: expect.any(String),
  });
  expect(answered.subscription.currentPeriodEndsAt).toBeGreaterThan(Date.now() + MONTH_MS - DAY_MS);
  expect(await billing.nextPayment(subscriptionId)).toEqual({
    amount: 2_400,
    currency: 'USD',
    date: answered.subscription.currentPeriodEndsAt,
    postponed: null,
  });
});

test('a change costs the amount of its preview: now, or with the next bill, and less for a smaller plan', async () => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const { prices, subscriptionId } = await buy(world, billing);
  const { currentPeriodEndsAt: date } = (await billing.subscription(subscriptionId)).subscription;

  const later = await billing.previewChange(subscriptionId, itemsOf(pro, prices), 'next-cycle');
  expect(later.immediate).toEqual({ amount: 0, currency: 'USD' });
  // The next period's bill, plus the difference for the rest of this period, which has only just begun.
  expect(later.next).toEqual({
    amount: 6_000 + 3_600,
    currency: 'USD',
    date,
    postponed: { amount: 3_600, currency: 'USD' },
  });
  expect((await billing.subscription(subscriptionId)).subscription.planId).toBe('starter');
  const changed = await billing.change(subscriptionId, itemsOf(pro, prices), 'next-cycle');
  expect(changed.subscription).toMatchObject({ planId: 'pro-1', currentPeriodEndsAt: date });
  expect(await billing.nextPayment(subscriptionId)).toEqual(later.next);

  // After that bill is paid, a change can be charged immediately.
  await simulate(world, subscriptionId, 'renewal');
  const now = await billing.previewChange(subscriptionId, itemsOf(custom, prices), 'now');
  const each = 12_000 + 32 * 200 + 57 * 100;
  expect(now.immediate).toEqual({ amount: each - 6_000, currency: 'USD' });
  expect((await billing.change(subscriptionId, itemsOf(custom, prices), 'now')).subscription).toMatchObject({
    planId: 'custom',
    quota: custom.quota,
  });
  const less = await billing.previewChange(subscriptionId, itemsOf(starter, prices), 'now');
  expect(less.immediate).toEqual({ amount: -(each - 2_400), currency: 'USD' });
});

test('another period is charged immediately, whatever was chosen', async () => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const { prices, subscriptionId } = await buy(world, billing);
  const yearly = itemsOf({ ...starter, period: 'yearly' }, prices);
  const preview = await billing.previewChange(subscriptionId, yearly, 'next-cycle');
  expect(preview.immediate).toEqual({ amount: 24_000 - 2_400, currency: 'USD' });
  expect(preview.next).toMatchObject({ amount: 24_000 });
  const { subscription } = await billing.change(subscriptionId, yearly, 'next-cycle');
  expect(subscription).toMatchObject({ planId: 'starter', period: 'yearly' });
  expect(subscription.currentPeriodEndsAt).toBeGreaterThan(Date.now() + 360 * DAY_MS);
});

test('a cancellation has its date, and is undone before it', async () => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const { prices, subscriptionId } = await buy(world, billing);
  const cancelled = (await billing.cancel(subscriptionId)).subscription;
  expect(cancelled).toMatchObject({ status: 'active', cancelsAt: cancelled.currentPeriodEndsAt });
  expect(await billing.nextPayment(subscriptionId)).toBeNull();
  expect(await codeOf(billing.change(subscriptionId, itemsOf(pro, prices), 'now'))).toBe(
    'plan_change_pending',
  );
  expect((await billing.undoCancel(subscriptionId)).subscription).toMatchObject({
    status: 'active',
    cancelsAt: null,
  });

  await simulate(world, subscriptionId, 'canceled');
  const ended = (await billing.subscription(subscriptionId)).subscription;
  expect(ended).toMatchObject({ status: 'deleted', planId: 'starter', cancelsAt: expect.any(Number) });
  expect(ended.currentPeriodEndsAt).toBe(ended.cancelsAt);
  expect(await codeOf(billing.cancel(subscriptionId))).toBe('resubscription_needed');
});

test('a paused subscription accepts no card and no change, and ends without a charge', async () => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const { prices, subscriptionId } = await buy(world, billing);
  await simulate(world, subscriptionId, 'paused');
  const paused = (await billing.subscription(subscriptionId)).subscription;
  expect(paused).toMatchObject({ status: 'paused', pausedAt: expect.any(Number), cancelsAt: null });
  for (const refused of [
    billing.cardUpdate(subscriptionId),
    billing.change(subscriptionId, itemsOf(pro, prices), 'now'),
    billing.previewChange(subscriptionId, itemsOf(pro, prices), 'next-cycle'),
  ]) {
    expect(await codeOf(refused)).toBe('resubscription_needed');
  }
  const client = paddleClient(world);
  const bills = async () =>
    (await client.transactions.list({ subscriptionId: [subscriptionId] }).next()).length;
  const before = await bills();
  expect((await billing.endNow(subscriptionId)).subscription).toMatchObject({
    status: 'deleted',
    pausedAt: null,
  });
  expect(await bills()).toBe(before);
});

test('a paused subscription is bought again at a checkout: declined nothing changes, paid a new one exists', async () => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const { prices, customerId, subscriptionId, checkout: first } = await buy(world, billing);
  await simulate(world, subscriptionId, 'paused');
  const again = (ended: string[]) =>
    billing.checkout({
      customerId,
      accountId,
      reference: 'chk_again',
      items: itemsOf(starter, prices),
      returnUrl: 'http://localhost:8787/account/checkout',
      earlier: { transactionId: first.transactionId, endedSubscriptions: ended },
    });
  expect(await codeOf(again([]))).toBe('checkout_paid');
  const { transactionId } = await again([subscriptionId]);
  expect((await pay(world, transactionId, '4000000000000002')).status).toBe(402);
  expect((await billing.subscription(subscriptionId)).subscription.status).toBe('paused');
  await pay(world, transactionId, '4242424242424242');
  const { subscriptionId: boughtId } = await paddleClient(world).transactions.get(transactionId);
  expect(boughtId).not.toBe(subscriptionId);
  expect((await billing.subscription(boughtId ?? '')).subscription).toMatchObject({
    status: 'active',
    planId: 'starter',
    period: 'monthly',
  });
});

test('a declined card changes nothing; a new one pays the amount due', async () => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const { prices, subscriptionId } = await buy(world, billing, starter, { card: laterDeclinedCard });
  const change = () => billing.change(subscriptionId, itemsOf(pro, prices), 'now');
  expect(await codeOf(change())).toBe('payment_declined');
  expect((await billing.subscription(subscriptionId)).subscription).toMatchObject({
    status: 'active',
    planId: 'starter',
  });
  await simulate(world, subscriptionId, 'renewal');
  expect(await codeOf(change())).toBe('payment_details_outdated');

  const { transactionId } = await billing.cardUpdate(subscriptionId);
  await pay(world, transactionId, '5555555555554444');
  expect((await billing.subscription(subscriptionId)).subscription.status).toBe('active');
  expect((await change()).subscription.planId).toBe('pro-1');
});

test('a bill has its PDF once it is paid', async () => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const { checkout, subscriptionId } = await buy(world, billing);
  const url = await billing.invoiceUrl(checkout.transactionId);
  expect(url).not.toBeNull();
  expect((await (await fetch(url ?? '')).text()).startsWith('%PDF')).toBe(true);
  const { transactionId } = await billing.cardUpdate(subscriptionId);
  expect(await billing.invoiceUrl(transactionId)).toBeNull();
  expect(await billing.invoiceUrl('txn_/../../customers')).toBeNull();
});

test('reads, changes and removes the billing details', async () => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const { subscriptionId } = await buy(world, billing);
  const nobody = { companyName: null, taxId: null, addressLine: null, city: null };
  const bought = { ...nobody, postalCode: '10001', country: 'US' };
  expect(await billing.details(subscriptionId)).toEqual(bought);

  const company = {
    companyName: 'Engines',
    taxId: 'DE123456789',
    addressLine: 'Unter den Linden 1',
    city: 'Berlin',
    postalCode: '10117',
    country: 'DE',
  };
  await billing.changeDetails(subscriptionId, company);
  expect(await billing.details(subscriptionId)).toEqual(company);
  const moved = { ...company, companyName: 'Engines & Sons', taxId: null, city: 'Potsdam' };
  await billing.changeDetails(subscriptionId, moved);
  expect(await billing.details(subscriptionId)).toEqual(moved);
  await billing.changeDetails(subscriptionId, { taxId: 'DE987654321' });
  await billing.changeDetails(subscriptionId, { city: null });
  expect(await billing.details(subscriptionId)).toEqual({ ...moved, taxId: 'DE987654321', city: null });
  await expect(billing.changeDetails(subscriptionId, { companyName: null })).rejects.toMatchObject({
    code: 'invalid_form',
    fields: { companyName: 'fieldErrors.required' },
  });
  await billing.changeDetails(subscriptionId, { ...bought, country: null });
  expect(await billing.details(subscriptionId)).toEqual({ ...bought, country: 'DE' });

  await expect(billing.changeDetails(subscriptionId, { ...bought, taxId: 'DE1' })).rejects.toMatchObject({
    code: 'invalid_form',
    fields: { companyName: 'fieldErrors.required' },
  });
  expect(await codeOf(billing.changeDetails(subscriptionId, { ...company, country: 'XX' }))).toBe(
    'invalid_form',
  );
});

test('lists events from a day ago on, then from the end of the last reading', async () => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const none = { events: [], cursor: null };
  expect(await billing.eventsSince(null)).toEqual(none);
  const { subscriptionId } = await buy(world, billing);
  const first = await billing.eventsSince(null);
  expect(first.cursor).toBe(first.events.at(-1)?.event.id);
  expect(await billing.eventsSince(first.cursor)).toEqual(none);
  await simulate(world, subscriptionId, 'renewal');
  const second = await billing.eventsSince(first.cursor);
  expect(second.events.map(({ event }) => event.type)).toEqual([
    'subscription.updated',
    'transaction.created',
    'transaction.billed',
    'transaction.updated',
    'transaction.paid',
    'transaction.updated',
    'transaction.completed',
  ]);
  expect(await billing.eventsSince(null)).toEqual({
    events: [...first.events, ...second.events],
    cursor: second.cursor,
  });
  // Two days later, none of the events is from the last day.
  const later = { now: () => Date.now() + 2 * DAY_MS };
  expect(await billingAt(world.url, { clock: later }).eventsSince(null)).toEqual(none);
});
