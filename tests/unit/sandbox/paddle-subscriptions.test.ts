import type { UpdateSubscriptionRequestBody } from '@paddle/paddle-node-sdk';
import { describe, expect, test } from 'vitest';
import { World } from './harness.ts';
import {
  declinedCard,
  laterDeclinedCard,
  paddleClient,
  pay,
  priceId,
  simulate,
  subscribe,
} from './paddle-harness.ts';

const one = (id: string) => ({ priceId: id, quantity: 1 });
const starter = one(priceId('starter', 'monthly'));
const starterYearly = one(priceId('starter', 'yearly'));
const pro = one(priceId('pro-1', 'monthly'));
const custom = [
  one(priceId('custom', 'monthly')),
  { priceId: priceId('custom', 'monthly', 'executions'), quantity: 60 },
  { priceId: priceId('custom', 'monthly', 'workflows'), quantity: 40 },
];

test.each([
  ['an upgrade now', [pro], 'prorated_immediately', 'charge'],
  ['an upgrade later', [pro], 'prorated_next_billing_period', 'charge'],
  ['a yearly period', [starterYearly], 'prorated_immediately', 'charge'],
  ['a quota of one’s own', custom, 'prorated_immediately', 'charge'],
  ['an upgrade in full', [pro], 'full_immediately', 'charge'],
  ['an upgrade that is not billed', [pro], 'do_not_bill', 'charge'],
] as const)('%s matches its preview', async (_case, items, prorationBillingMode, action) => {
  await using world = await World.start();
  const { client, subscriptionId } = await subscribe(world, [starter], { countryCode: 'DE' });
  const change = { items: [...items], prorationBillingMode };
  const before = await client.subscriptions.get(subscriptionId);
  const preview = await client.subscriptions.previewUpdate(subscriptionId, change);
  expect(await client.subscriptions.get(subscriptionId)).toEqual(before);
  expect(preview.updateSummary?.result.action).toBe(action);
  const { credit, charge, result } = preview.updateSummary ?? {};
  expect(Number(result?.amount)).toBe(Number(charge?.amount) - Number(credit?.amount));

  const after = await client.subscriptions.update(subscriptionId, change);
  expect(after.items.map(({ price, quantity }) => ({ priceId: price.id, quantity }))).toEqual(items);
  expect(after.billingCycle).toEqual(preview.billingCycle);
  const updates = await client.transactions
    .list({ subscriptionId: [subscriptionId], origin: ['subscription_update'] })
    .next();
  // The rest of the period has shrunk by some milliseconds meanwhile: at most a cent per line.
  const due = Number(preview.immediateTransaction?.details.totals.grandTotal ?? 0);
  const paid = updates.reduce((sum, { details }) => sum + Number(details?.totals?.grandTotal), 0);
  expect(Math.abs(due - paid)).toBeLessThanOrEqual(items.length + 1);
  expect(updates.every(({ status }) => status === 'completed')).toBe(true);
  const { nextTransaction } = await client.subscriptions.get(subscriptionId, {
    include: ['next_transaction'],
  });
  const next = (details: typeof nextTransaction) => Number(details?.details.totals.total);
  expect(Math.abs(next(nextTransaction) - next(preview.nextTransaction))).toBeLessThanOrEqual(
    items.length + 1,
  );
});

test('a new billing period starts now and credits the rest of the old one', async () => {
  await using world = await World.start();
  const { client, subscriptionId } = await subscribe(world);
  const preview = await client.subscriptions.previewUpdate(subscriptionId, {
    items: [starterYearly],
    prorationBillingMode: 'prorated_immediately',
  });
  expect(preview.updateSummary).toMatchObject({
    credit: { amount: '2400' },
    charge: { amount: '24000' },
    result: { action: 'charge', amount: '21600' },
  });
  const { currentBillingPeriod } = await client.subscriptions.update(subscriptionId, {
    items: [starterYearly],
    prorationBillingMode: 'prorated_immediately',
  });
  const [from, to] = [currentBillingPeriod?.startsAt ?? '', currentBillingPeriod?.endsAt ?? ''];
  expect(Number(to.slice(0, 4))).toBe(Number(from.slice(0, 4)) + 1);
});

test('a downgrade becomes credit, which pays for the next renewal', async () => {
  await using world = await World.start();
  const { client, customer, subscriptionId } = await subscribe(world, [pro]);
  const change: UpdateSubscriptionRequestBody = {
    items: [starter],
    prorationBillingMode: 'prorated_immediately',
  };
  const preview = await client.subscriptions.previewUpdate(subscriptionId, change);
  expect(preview.updateSummary?.result).toMatchObject({ action: 'credit', amount: '3600' });
  expect(preview.nextTransaction?.details.totals).toMatchObject({ credit: '2400', grandTotal: '0' });
  await client.subscriptions.update(subscriptionId, change);
  const balances = await client.customers.getCreditBalance(customer.id);
  expect(balances[0]?.balance?.available).toBe('3600');
  expect((await simulate(world, subscriptionId, 'renewal')).status).toBe('active');
  expect((await client.customers.getCreditBalance(customer.id))[0]?.balance?.available).toBe('1200');
});

test('a declined card refuses the change, or makes it past due on request', async () => {
  await using world = await World.start();
  const { client, subscriptionId } = await subscribe(world, [starter], { card: laterDeclinedCard });
  const change: UpdateSubscriptionRequestBody = {
    items: [pro],
    prorationBillingMode: 'prorated_immediately',
  };
  await expect(client.subscriptions.update(subscriptionId, change)).rejects.toMatchObject({
    code: 'subscription_payment_declined',
  });
  const kept = await client.subscriptions.get(subscriptionId);
  expect([kept.status, kept.items[0]?.price.id]).toEqual(['active', starter.priceId]);
  const [refused] = await client.transactions.list({ origin: ['subscription_update'] }).next();
  expect(refused).toMatchObject({
    status: 'canceled',
    payments: [{ status: 'error', errorCode: 'declined' }],
  });

  const forced = await client.subscriptions.update(subscriptionId, {
    ...change,
    onPaymentFailure: 'apply_change',
  });
  expect([forced.status, forced.items[0]?.price.id]).toEqual(['past_due', pro.priceId]);
});

test('a cancellation is scheduled, blocks changes, is undone, and comes with the renewal', async () => {
  await using world = await World.start();
  const { client, subscriptionId } = await subscribe(world);
  const canceled = await client.subscriptions.cancel(subscriptionId, {
    effectiveFrom: 'next_billing_period',
  });
  expect(canceled).toMatchObject({
    status: 'active',
    scheduledChange: { action: 'cancel', effectiveAt: canceled.currentBillingPeriod?.endsAt },
  });
  await expect(
    client.subscriptions.update(subscriptionId, { items: [pro], prorationBillingMode: 'do_not_bill' }),
  ).rejects.toMatchObject({ code: 'subscription_locked_pending_changes' });
  expect(
    (await client.subscriptions.update(subscriptionId, { scheduledChange: null })).scheduledChange,
  ).toBeNull();
  expect((await simulate(world, subscriptionId, 'renewal')).status).toBe('active');

  await client.subscriptions.cancel(subscriptionId, { effectiveFrom: 'next_billing_period' });
  expect((await simulate(world, subscriptionId, 'renewal')).status).toBe('canceled');
  const over = await client.subscriptions.get(subscriptionId);
  expect(over).toMatchObject({ status: 'canceled', nextBilledAt: null, currentBillingPeriod: null });
  await expect(
    client.subscriptions.cancel(subscriptionId, { effectiveFrom: 'immediately' }),
  ).rejects.toMatchObject({ code: 'subscription_is_canceled_action_invalid' });
});

test('a paused subscription accepts no billing and no billed change; resuming bills a new period', async () => {
  await using world = await World.start();
  const { client, subscriptionId } = await subscribe(world);
  await expect(
    client.subscriptions.resume(subscriptionId, { effectiveFrom: 'immediately' }),
  ).rejects.toMatchObject({ code: 'subscription_must_be_paused' });
  const paused = await client.subscriptions.pause(subscriptionId, { effectiveFrom: 'immediately' });
  expect(paused).toMatchObject({ status: 'paused', nextBilledAt: null, pausedAt: expect.any(String) });
  await expect(
    client.subscriptions.update(subscriptionId, {
      items: [pro],
      prorationBillingMode: 'prorated_immediately',
    }),
  ).rejects.toMatchObject({ code: 'subscription_update_error_when_paused' });
  await expect(client.subscriptions.getPaymentMethodChangeTransaction(subscriptionId)).rejects.toMatchObject({
    code: 'subscription_not_active',
  });
  await client.subscriptions.update(subscriptionId, { items: [pro], prorationBillingMode: 'do_not_bill' });
  const resumed = await client.subscriptions.resume(subscriptionId, { effectiveFrom: 'immediately' });
  expect(resumed).toMatchObject({ status: 'active', pausedAt: null, nextBilledAt: expect.any(String) });
  const [billed] = await client.transactions
    .list({ subscriptionId: [subscriptionId], origin: ['subscription_recurring'] })
    .next();
  expect(billed?.details?.totals).toMatchObject({ total: '6000', grandTotal: '6000' });
});

test('dunning: a failed renewal is past due, refuses changes, and a new card pays for it', async () => {
  await using world = await World.start();
  const { client, subscriptionId } = await subscribe(world, [starter], { card: laterDeclinedCard });
  expect((await simulate(world, subscriptionId, 'renewal')).status).toBe('past_due');
  await expect(
    client.subscriptions.update(subscriptionId, {
      items: [pro],
      prorationBillingMode: 'prorated_immediately',
    }),
  ).rejects.toMatchObject({ code: 'subscription_update_when_past_due' });
  const owed = await client.subscriptions.getPaymentMethodChangeTransaction(subscriptionId);
  expect(owed).toMatchObject({ status: 'past_due', details: { totals: { grandTotal: '2400' } } });
  await pay(world, owed.id, declinedCard);
  expect((await client.subscriptions.get(subscriptionId)).status).toBe('past_due');
  await pay(world, owed.id);
  expect((await client.subscriptions.get(subscriptionId)).status).toBe('active');
  expect(await client.transactions.get(owed.id)).toMatchObject({
    status: 'completed',
    payments: [{ status: 'captured' }, { status: 'error' }, { status: 'error' }],
  });
  expect((await simulate(world, subscriptionId, 'renewal')).status).toBe('active');
});

test('the card of an active subscription changes by a transaction of zero', async () => {
  await using world = await World.start();
  const { client, subscriptionId } = await subscribe(world, [starter], { card: laterDeclinedCard });
  const change = await client.subscriptions.getPaymentMethodChangeTransaction(subscriptionId);
  expect(change).toMatchObject({
    status: 'ready',
    origin: 'subscription_payment_method_change',
    details: { totals: { total: '0' } },
  });
  await pay(world, change.id, declinedCard);
  expect((await client.transactions.get(change.id)).status).toBe('ready');
  await pay(world, change.id, '5555555555554444');
  expect(await client.transactions.get(change.id)).toMatchObject({
    status: 'completed',
    payments: [{ methodDetails: { card: { type: 'mastercard', last4: '4444' } } }, { status: 'error' }],
  });
  expect((await simulate(world, subscriptionId, 'renewal')).status).toBe('active');
});

describe('refusals to be mapped', () => {
  test.each([
    ['processing', 'subscription_locked_processing'],
    ['outstanding', 'subscription_outstanding_transaction'],
  ])('a lock for %s refuses updates with %s until it is lifted', async (mode, code) => {
    await using world = await World.start();
    const { client, subscriptionId } = await subscribe(world);
    await world.post('/paddle/locks', { subscriptionId, mode });
    const change: UpdateSubscriptionRequestBody = { items: [pro], prorationBillingMode: 'do_not_bill' };
    await expect(client.subscriptions.update(subscriptionId, change)).rejects.toMatchObject({ code });
    await expect(client.subscriptions.previewUpdate(subscriptionId, change)).rejects.toMatchObject({ code });
    await world.post('/paddle/locks', { subscriptionId, mode: 'none' });
    expect((await client.subscriptions.update(subscriptionId, change)).items[0]?.price.id).toBe(pro.priceId);
  });

  test.each([
    [{ items: [pro] }, 'subscription_items_update_missing_proration_billing_mode'],
    [{ items: [pro, pro], prorationBillingMode: 'do_not_bill' }, 'subscription_duplicate_price_ids'],
    [{ items: [pro, starterYearly], prorationBillingMode: 'do_not_bill' }, 'bad_request'],
    [{ items: [starterYearly], prorationBillingMode: 'prorated_next_billing_period' }, 'bad_request'],
    [{ items: [one('pri_none')], prorationBillingMode: 'do_not_bill' }, 'not_found'],
    [{ items: [], prorationBillingMode: 'do_not_bill' }, 'invalid_field'],
    [{ addressId: 'add_none' }, 'not_found'],
  ] as const)('%j is refused with %s', async (change, code) => {
    await using world = await World.start();
    const { client, subscriptionId } = await subscribe(world);
    const before = await client.subscriptions.get(subscriptionId);
    const request = change as Parameters<typeof client.subscriptions.update>[1];
    await expect(client.subscriptions.update(subscriptionId, request)).rejects.toMatchObject({ code });
    expect(await client.subscriptions.get(subscriptionId)).toEqual(before);
  });
});

test('keeps its state over a restart', async () => {
  await using world = await World.start();
  const { client, customer, subscriptionId } = await subscribe(world, custom);
  await client.subscriptions.update(subscriptionId, {
    items: [pro],
    prorationBillingMode: 'prorated_next_billing_period',
  });
  const include = { include: ['next_transaction', 'recurring_transaction_details'] as const };
  const read = async () => {
    const again = paddleClient(world);
    const { managementUrls: _, ...subscription } = await again.subscriptions.get(subscriptionId, {
      include: [...include.include],
    });
    const strip = (value: unknown) =>
      JSON.parse(JSON.stringify(value), (key, one) => (key === 'id' ? '' : one));
    return {
      subscription: strip(subscription),
      customer: await again.customers.get(customer.id),
      transactions: await again.transactions.list().next(),
      methods: await again.paymentMethods.list(customer.id).next(),
      events: (await again.events.list({ perPage: 200 }).next()).length,
    };
  };
  const before = await read();
  await world.restart();
  expect(await read()).toEqual(before);
});
