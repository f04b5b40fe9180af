import { beforeEach, expect, test } from 'vitest';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import { type DeliverOutboxPorts, deliverOutbox } from '#app/use-cases/outbox/deliver-outbox.ts';
import { receiveInstanceOutbox } from '#db/queries/instance-outbox.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { accountId, billingAt, buy, pro, reference, setFault } from '../paddle/harness.ts';
import { World } from '../sandbox/harness.ts';
import { laterDeclinedCard, paddleClient, simulate } from '../sandbox/paddle-harness.ts';

const key = { accountId, month: '2026-11', part: 1 };
const unitPrice = { amount: 800, currency: 'USD' };
const { db, raw, stores } = await ownMemoryDatabase();
let now: number;
let reported: string[];

beforeEach(async () => {
  now = Date.UTC(2026, 11, 1);
  reported = [];
  const tables = [
    'outbox',
    'overage_charges',
    'payments',
    'payment_methods',
    'provider_events',
    'subscriptions',
  ];
  await raw.batch([
    ...[...tables, 'accounts'].map((table) => `DELETE FROM ${table}`),
    {
      sql: `INSERT INTO accounts (id, name, plan_id, timezone, created_at, checkout_reference)
        VALUES (?, 'ada', 'pro-1', 'Etc/UTC', 1, ?)`,
      args: [accountId, reference],
    },
  ]);
});

/** A subscribed account whose workspace closed November with 1,200 executions beyond its plan. */
async function closeMonth(world: World, card?: string) {
  const billing = billingAt(world.url);
  const { subscriptionId } = await buy(world, billing, pro, card === undefined ? {} : { card });
  await stores.billing.receive((await billing.eventsSince(null)).events, now);
  await raw.execute(`UPDATE outbox SET delivered_at = 1`);
  await report();
  return { billing, subscriptionId };
}

function report() {
  const overage = { month: key.month, part: key.part, executions: 1_200, unitPrice };
  return receiveInstanceOutbox(db, { accountId } as InstanceFacts, [{ kind: 'overage', overage }], now);
}

/** Delivers due outbox items. @param changes replaces ports, for example with a failing store. */
function deliver(billingProvider: BillingProvider, changes: Partial<DeliverOutboxPorts> = {}) {
  const ports = {
    clock: { now: () => now },
    outbox: stores.outbox,
    overage: stores.overage,
    billingProvider,
    reportError: (error: unknown) => void reported.push(String(error)),
    ...changes,
  };
  return deliverOutbox(ports as DeliverOutboxPorts);
}

async function listCharges(world: World, subscriptionId: string): Promise<number[]> {
  const found = await paddleClient(world)
    .transactions.list({ subscriptionId: [subscriptionId], status: ['completed', 'past_due'] })
    .next();
  return found
    .filter(({ origin }) => origin === 'subscription_charge')
    .map(({ details }) => Number(details?.totals?.grandTotal));
}

const statusOf = async () => (await stores.overage.charge(key))?.status;

test('charges a closed month once, however often the workspace reports it and the outbox delivers', async () => {
  await using world = await World.start();
  const { billing, subscriptionId } = await closeMonth(world);
  await report();
  expect(await stores.overage.charge(key)).toMatchObject({
    executions: 1_200,
    units: 2,
    unitPrice,
    status: 'due',
    subscriptionId,
    taxInclusive: false,
  });
  await Promise.all([deliver(billing), deliver(billing)]);
  await report();
  now += HOUR_MS;
  await deliver(billing);
  expect(await listCharges(world, subscriptionId)).toEqual([1_600]);
  expect(await statusOf()).toBe('charged');
  expect(reported).toEqual([]);
});

test('after a kill between the charge and its record, the next delivery finds the charge', async () => {
  await using world = await World.start();
  const { billing, subscriptionId } = await closeMonth(world);
  const dying = {
    overage: { ...stores.overage, settle: () => Promise.reject(new Error('killed')) },
    outbox: { ...stores.outbox, markFailed: async () => {} },
  };
  await deliver(billing, dying);
  expect(await statusOf()).toBe('due');
  now += HOUR_MS;
  await deliver(billing);
  expect(await statusOf()).toBe('charged');
  expect(await listCharges(world, subscriptionId)).toEqual([1_600]);
});

test('the charge waits while the provider is down, and support is notified', async () => {
  await using world = await World.start();
  const { billing, subscriptionId } = await closeMonth(world);
  await setFault(world, 'down');
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await deliver(billing);
    now += HOUR_MS;
  }
  expect(await statusOf()).toBe('due');
  expect(reported.length).toBeGreaterThan(0);
  await setFault(world, 'none');
  await deliver(billing);
  expect(await listCharges(world, subscriptionId)).toEqual([1_600]);
});

test('a charge that meets another change of the subscription is made later', async () => {
  await using world = await World.start();
  const { billing, subscriptionId } = await closeMonth(world);
  await world.post('/paddle/locks', { subscriptionId, mode: 'concurrent' });
  await deliver(billing);
  expect([await statusOf(), reported]).toEqual(['due', []]);
  await world.post('/paddle/locks', { subscriptionId, mode: 'none' });
  now += HOUR_MS;
  await deliver(billing);
  expect(await statusOf()).toBe('charged');
  expect(await listCharges(world, subscriptionId)).toEqual([1_600]);
});

test('a subscription that has ended refuses the charge, which is shown and reported once', async () => {
  await using world = await World.start();
  const { billing, subscriptionId } = await closeMonth(world);
  await simulate(world, subscriptionId, 'canceled');
  for (let times = 0; times < 3; times += 1) {
    await deliver(billing);
    now += HOUR_MS;
  }
  expect(await statusOf()).toBe('refused');
  expect(reported).toHaveLength(1);
  expect(await listCharges(world, subscriptionId)).toEqual([]);
});

test('waits while an earlier payment is past due, without an alarm, and charges once it is paid', async () => {
  await using world = await World.start();
  const { billing, subscriptionId } = await closeMonth(world, laterDeclinedCard);
  await simulate(world, subscriptionId, 'payment_failed');
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await deliver(billing);
    now += HOUR_MS;
  }
  expect(await statusOf()).toBe('due');
  expect(reported).toEqual([]);
  await simulate(world, subscriptionId, 'recovered');
  await deliver(billing);
  expect(await statusOf()).toBe('charged');
});

test('an account without a subscription is charged nothing', async () => {
  await report();
  const neverAsked = {
    chargeOverage: () => Promise.reject(new Error('asked')),
  } as unknown as BillingProvider;
  await deliver(neverAsked);
  expect([await statusOf(), reported]).toEqual([undefined, []]);
});
