import { expect, test } from 'vitest';
import { World } from '../sandbox/harness.ts';
import { laterDeclinedCard, paddleClient, simulate } from '../sandbox/paddle-harness.ts';
import { billingAt, buy, codeOf, november, pro, setFault } from './harness.ts';

/** The amount charged beyond the plan's $60.00. */
async function extra(world: World, subscriptionId: string): Promise<number> {
  const transactions = await paddleClient(world)
    .transactions.list({ subscriptionId: [subscriptionId] })
    .next();
  const paid = transactions.filter(({ status }) => status === 'completed');
  return paid.reduce((sum, { details }) => sum + Number(details?.totals?.grandTotal), 0) - 6_000;
}

async function buyPlan(world: World, card?: string) {
  const billing = billingAt(world.url);
  const { subscriptionId } = await buy(world, billing, pro, card === undefined ? {} : { card });
  return { billing, subscriptionId, charge: november(subscriptionId) };
}

test('sells executions beyond the larger plans, and not as a recurring item', async () => {
  await using world = await World.start();
  const prices = (await billingAt(world.url).prices()).filter(({ kind }) => kind === 'overage');
  expect(Object.fromEntries(prices.map(({ planId, unitPrice }) => [planId, unitPrice.amount]))).toEqual({
    'pro-1': 800,
    'pro-2': 400,
    custom: 300,
  });
  const items = [{ priceId: prices[0]?.priceId ?? '', quantity: 1 }];
  await expect(paddleClient(world).transactions.create({ items })).rejects.toThrow('only recurring prices');
});

test('charges a month once, even when an answer was lost, and each month and part separately', async () => {
  await using world = await World.start();
  const { billing, subscriptionId, charge } = await buyPlan(world);
  await billing.chargeOverage(charge);
  await billing.chargeOverage(charge);
  expect(await extra(world, subscriptionId)).toBe(1_600);
  await billing.chargeOverage({ ...charge, part: 2, units: 1 });
  await billing.chargeOverage({ ...charge, month: '2026-12', units: 250 });
  expect(await extra(world, subscriptionId)).toBe(1_600 + 800 + 200_000);
});

test('does not change the next bill or its postponed charges', async () => {
  await using world = await World.start();
  const { billing, subscriptionId, charge } = await buyPlan(world);
  const before = await billing.nextPayment(subscriptionId);
  await billing.chargeOverage(charge);
  expect(await billing.nextPayment(subscriptionId)).toEqual(before);
});

test('charges a subscription that ends with its period, and no ended one', async () => {
  await using world = await World.start();
  const { billing, subscriptionId, charge } = await buyPlan(world);
  await billing.cancel(subscriptionId);
  await billing.chargeOverage(charge);
  expect(await extra(world, subscriptionId)).toBe(1_600);
  await simulate(world, subscriptionId, 'canceled');
  expect(await codeOf(billing.chargeOverage({ ...charge, month: '2026-12' }))).toBe('resubscription_needed');
  // The lookup still finds the earlier charge.
  expect(await codeOf(billing.chargeOverage(charge))).toBe('it succeeded');
});

test('a declined card makes the subscription past due, is not retried by us, and is collected as a bill', async () => {
  await using world = await World.start();
  const { billing, subscriptionId, charge } = await buyPlan(world, laterDeclinedCard);
  await billing.chargeOverage(charge);
  expect((await billing.subscription(subscriptionId)).subscription.status).toBe('past_due');
  await billing.chargeOverage(charge);
  expect(await codeOf(billing.chargeOverage({ ...charge, month: '2026-12' }))).toBe('resubscription_needed');
  await simulate(world, subscriptionId, 'recovered');
  expect(await extra(world, subscriptionId)).toBe(1_600);
});

test('is reported by events as a payment of the subscription, whose failure is mailed', async () => {
  await using world = await World.start();
  const { billing, subscriptionId, charge } = await buyPlan(world, laterDeclinedCard);
  await billing.chargeOverage(charge);
  const failed = (await billing.eventsSince(null)).events
    .map(({ event }) => event)
    .filter((event) => event.kind === 'transaction' && event.payment.status === 'failed');
  expect(failed.length).toBeGreaterThan(0);
  for (const event of failed)
    expect(event).toMatchObject({
      subscriptionId,
      isDunning: true,
      payment: { total: { amount: 1_600, currency: 'USD' } },
    });
});

test('charges nothing while the provider is down', async () => {
  await using world = await World.start();
  const { billing, subscriptionId, charge } = await buyPlan(world);
  await setFault(world, 'down');
  expect(await codeOf(billing.chargeOverage(charge))).toBe('billing_unavailable');
  await setFault(world, 'none');
  expect(await extra(world, subscriptionId)).toBe(0);
});
