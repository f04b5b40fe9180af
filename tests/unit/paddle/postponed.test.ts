import { expect, test } from 'vitest';
import { itemsOf, type PlanChoice } from '#app/domain/billing/offer.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { World } from '../sandbox/harness.ts';
import { laterDeclinedCard, paddleClient, simulate, sumPaid } from '../sandbox/paddle-harness.ts';
import { billingAt, buy, codeOf, november, pro, starter } from './harness.ts';

const pro2: PlanChoice = { ...pro, planId: 'pro-2' };
const usd = (amount: number) => ({ amount, currency: 'USD' });

/** Starter, changed to Pro with the difference on the next bill. */
async function upgradeLater(world: World, card?: string) {
  const billing = billingAt(world.url);
  const bought = await buy(world, billing, starter, card === undefined ? {} : { card });
  const changed = await billing.change(bought.subscriptionId, itemsOf(pro, bought.prices), 'next-cycle');
  expect(changed.subscription.planId).toBe('pro-1');
  return { ...bought, billing };
}

const inForce = async (billing: BillingProvider, id: string) => {
  const { planId, cancelsAt } = (await billing.subscription(id)).subscription;
  return { planId, isEnding: cancelsAt !== null };
};

test('the next bill and every preview show the part for earlier changes', async () => {
  await using world = await World.start();
  const { billing, prices, subscriptionId } = await upgradeLater(world);
  expect(await billing.nextPayment(subscriptionId)).toMatchObject({ ...usd(9_600), postponed: usd(3_600) });
  const preview = await billing.previewChange(subscriptionId, itemsOf(pro2, prices), 'next-cycle');
  expect(preview.next).toMatchObject({ ...usd(12_000 + 9_600), postponed: usd(9_600) });
});

test('a cancellation charges the postponed amount, and keeps the limits to the end', async () => {
  await using world = await World.start();
  const { billing, subscriptionId } = await upgradeLater(world);
  const answer = await billing.cancel(subscriptionId);
  expect(answer.subscription).toMatchObject({ planId: 'pro-1', cancelsAt: expect.any(Number) });
  expect(await sumPaid(world, subscriptionId)).toBe(6_000);
  await simulate(world, subscriptionId, 'renewal');
  expect(await sumPaid(world, subscriptionId)).toBe(6_000);
});

test('a cancellation whose charge is declined goes through, and the limits are reset immediately', async () => {
  await using world = await World.start();
  const { billing, subscriptionId } = await upgradeLater(world, laterDeclinedCard);
  expect((await billing.cancel(subscriptionId)).subscription).toMatchObject({
    planId: 'starter',
    cancelsAt: expect.any(Number),
  });
  expect(await sumPaid(world, subscriptionId)).toBe(2_400);
  // After the cancellation is withdrawn, the next bill contains the charge.
  expect((await billing.undoCancel(subscriptionId)).subscription).toMatchObject({
    planId: 'pro-1',
    cancelsAt: null,
  });
  expect(await billing.nextPayment(subscriptionId)).toMatchObject({ postponed: usd(3_600) });
});

test('a cancellation while a payment is overdue charges nothing, goes through, and resets the limits', async () => {
  await using world = await World.start();
  const { billing, subscriptionId } = await upgradeLater(world, laterDeclinedCard);
  // The executions of a month are overdue, while the charge of the plan change still waits.
  await billing.chargeOverage(november(subscriptionId));
  expect((await billing.cancel(subscriptionId)).subscription).toMatchObject({
    status: 'past_due',
    planId: 'starter',
    cancelsAt: expect.any(Number),
  });
  expect(await sumPaid(world, subscriptionId)).toBe(2_400);
  await simulate(world, subscriptionId, 'recovered');
  await billing.undoCancel(subscriptionId);
  expect(await inForce(billing, subscriptionId)).toEqual({ planId: 'pro-1', isEnding: false });
});

test('a cancellation scheduled at the provider resets the limits', async () => {
  await using world = await World.start();
  const { billing, subscriptionId } = await upgradeLater(world);
  await paddleClient(world).subscriptions.cancel(subscriptionId, { effectiveFrom: 'next_billing_period' });
  expect(await inForce(billing, subscriptionId)).toEqual({ planId: 'starter', isEnding: true });
});

test('undoing a cancellation refunds the charge, which the next bill contains again', async () => {
  await using world = await World.start();
  const { billing, subscriptionId } = await upgradeLater(world);
  await billing.cancel(subscriptionId);
  await billing.undoCancel(subscriptionId);
  await simulate(world, subscriptionId, 'refund');
  expect(await sumPaid(world, subscriptionId)).toBe(2_400);
  expect(await billing.nextPayment(subscriptionId)).toMatchObject({ ...usd(9_600), postponed: usd(3_600) });
  // A second cancellation charges like the first.
  await billing.cancel(subscriptionId);
  expect(await inForce(billing, subscriptionId)).toEqual({ planId: 'pro-1', isEnding: true });
  expect(await sumPaid(world, subscriptionId)).toBe(6_000);
});

test('a cancellation that is repeated after its answer was lost charges once', async () => {
  await using world = await World.start();
  const { billing, subscriptionId } = await upgradeLater(world);
  await billing.cancel(subscriptionId);
  const client = paddleClient(world);
  const { customData } = await client.subscriptions.get(subscriptionId);
  const { postponed } = customData as { postponed: object };
  await client.subscriptions.update(subscriptionId, {
    scheduledChange: null,
    customData: { ...customData, postponed: { ...postponed, settledBy: null } },
  });
  await billing.cancel(subscriptionId);
  expect(await sumPaid(world, subscriptionId)).toBe(6_000);
  expect(await inForce(billing, subscriptionId)).toEqual({ planId: 'pro-1', isEnding: true });
});

test('two upgrades on the next bill add up, and a reset goes to the paid plan', async () => {
  await using world = await World.start();
  const { billing, prices, subscriptionId } = await upgradeLater(world, laterDeclinedCard);
  await billing.change(subscriptionId, itemsOf(pro2, prices), 'next-cycle');
  expect(await billing.nextPayment(subscriptionId)).toMatchObject({ postponed: usd(9_600) });
  await billing.cancel(subscriptionId);
  expect(await inForce(billing, subscriptionId)).toEqual({ planId: 'starter', isEnding: true });
});

test('no change is charged or credited now while a charge waits, and the period stays', async () => {
  await using world = await World.start();
  const { billing, prices, subscriptionId } = await upgradeLater(world);
  for (const choice of [starter, pro2, { ...pro, period: 'yearly' as const }]) {
    const items = itemsOf(choice, prices);
    expect(await codeOf(billing.change(subscriptionId, items, 'now'))).toBe('plan_charge_waiting');
    expect(await codeOf(billing.previewChange(subscriptionId, items, 'now'))).toBe('plan_charge_waiting');
  }
  expect(await sumPaid(world, subscriptionId)).toBe(2_400);
});

test('a change to the plan that is already billed leaves no charge waiting', async () => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const { prices, subscriptionId } = await buy(world, billing, starter);
  await billing.change(subscriptionId, itemsOf(starter, prices), 'next-cycle');
  expect(await billing.nextPayment(subscriptionId)).toMatchObject({ ...usd(2_400), postponed: null });
  const changed = await billing.change(subscriptionId, itemsOf(pro, prices), 'now');
  expect(changed.subscription.planId).toBe('pro-1');
});

test('a downgrade after an upgrade subtracts the unused part from the next bill', async () => {
  await using world = await World.start();
  const { billing, prices, subscriptionId } = await upgradeLater(world);
  await billing.change(subscriptionId, itemsOf(starter, prices), 'next-cycle');
  expect(await billing.nextPayment(subscriptionId)).toMatchObject({ ...usd(2_400), postponed: null });
  await billing.cancel(subscriptionId);
  expect(await inForce(billing, subscriptionId)).toEqual({ planId: 'starter', isEnding: true });
  expect(await sumPaid(world, subscriptionId)).toBe(2_400);
});

test('an upgrade after a downgrade, both on the next bill, costs no more than was paid', async () => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const { prices, subscriptionId } = await buy(world, billing, pro);
  await billing.change(subscriptionId, itemsOf(starter, prices), 'next-cycle');
  expect(await billing.nextPayment(subscriptionId)).toMatchObject({ postponed: usd(-3_600) });
  await billing.change(subscriptionId, itemsOf(pro, prices), 'next-cycle');
  expect(await billing.nextPayment(subscriptionId)).toMatchObject({ ...usd(6_000), postponed: null });
});

test('a renewal bills the charge, and changes can be charged now again', async () => {
  await using world = await World.start();
  const { billing, prices, subscriptionId } = await upgradeLater(world);
  await simulate(world, subscriptionId, 'renewal');
  expect(await sumPaid(world, subscriptionId)).toBe(2_400 + 9_600);
  expect(await billing.nextPayment(subscriptionId)).toMatchObject({ ...usd(6_000), postponed: null });
  expect((await billing.change(subscriptionId, itemsOf(pro2, prices), 'now')).subscription.planId).toBe(
    'pro-2',
  );
  await billing.cancel(subscriptionId);
  expect(await inForce(billing, subscriptionId)).toEqual({ planId: 'pro-2', isEnding: true });
});

test('a renewal that is declined owes the charge with the bill, and collecting it pays both', async () => {
  await using world = await World.start();
  const { billing, subscriptionId } = await upgradeLater(world);
  await simulate(world, subscriptionId, 'payment_failed');
  expect((await billing.subscription(subscriptionId)).subscription.status).toBe('past_due');
  await simulate(world, subscriptionId, 'recovered');
  expect(await sumPaid(world, subscriptionId)).toBe(2_400 + 9_600);
});

test('a pause ends the use, and the bill that ends the pause contains the charge', async () => {
  await using world = await World.start();
  const { billing, subscriptionId } = await upgradeLater(world);
  await simulate(world, subscriptionId, 'paused');
  expect((await billing.subscription(subscriptionId)).subscription.status).toBe('paused');
  await simulate(world, subscriptionId, 'resumed');
  expect(await sumPaid(world, subscriptionId)).toBe(2_400 + 9_600);
});
