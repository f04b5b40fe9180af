import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { itemsOf } from '#app/domain/billing/offer.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { memoryCache } from '#app/integrations/outbound/cache.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { paddleBilling } from '#app/integrations/paddle/paddle-billing.ts';
import { changePlan } from '#app/use-cases/billing/change-plan.ts';
import { cancelSubscription, resubscribe } from '#app/use-cases/billing/end-subscription.ts';
import { type DeliverOutboxPorts, deliverOutbox } from '#app/use-cases/outbox/deliver-outbox.ts';
import { auditTrail } from '#db/queries/audit.ts';
import { billingStore } from '#db/queries/billing.ts';
import { outboxStore } from '#db/queries/outbox.ts';
import { outbox, subscriptions } from '#db/schema/index.ts';
import { newAccount, write } from '../../support/account-rows.ts';
import { ownDatabase, testClient, viewerOf } from '../../support/own-database.ts';
import { buy, codeOf, pro, starter } from '../paddle/harness.ts';
import { paddleApiKey, World } from '../sandbox/harness.ts';
import { simulate, sumPaid } from '../sandbox/paddle-harness.ts';

const database = ownDatabase();
let emails = 0;

/** Requests whose response is lost, and requests that never reach the provider. */
interface Line {
  isAnswerLost(path: string): boolean;
  isCut(path: string): boolean;
}
const whole: Line = { isAnswerLost: () => false, isCut: () => false };

/** An account that pays for Starter and has changed to Pro with the difference on the next bill. */
async function upgradeLater(world: World) {
  const db = database();
  const time = { now: Date.now() };
  const clock = { now: () => time.now };
  let line = whole;
  let isPowerLost = false;
  const fetchOver: typeof fetch = async (address, init) => {
    const path = `${init?.method} ${new URL(String(address)).pathname}`;
    if (isPowerLost || line.isCut(path)) throw new TypeError('cut');
    const answer = await fetch(address, { ...init, signal: null });
    if (!line.isAnswerLost(path)) return answer;
    isPowerLost = line.isCut('after');
    throw new TypeError('lost');
  };
  const billing: BillingProvider = paddleBilling({
    apiUrl: world.url,
    apiKey: paddleApiKey,
    outbound: createOutbound({ fetch: fetchOver, clock, cache: memoryCache(20), wait: async () => {} }),
    clock,
    reportError: (error) => void error,
  });
  emails += 1;
  const { prices, subscriptionId } = await buy(world, billing, starter, {
    email: `ada-${emails}@example.com`,
  });
  const { account, statements } = newAccount(db, { step: null, subscription: 'active' });
  await write(db, statements);
  await db.update(subscriptions).set({ id: subscriptionId }).where(sql`account_id = ${account.accountId}`);
  await db.delete(outbox);
  await billing.change(subscriptionId, itemsOf(pro, prices), 'next-cycle');

  const ports = {
    clock,
    billing: billingStore(db),
    billingProvider: billing,
    outbox: outboxStore(db),
    auditTrail: auditTrail(db),
  };
  const actor = async () => ({
    viewer: await viewerOf(db, account.owner.token, time.now),
    client: testClient,
  });
  return {
    billing,
    subscriptionId,
    time,
    setLine(next: Line) {
      line = next;
      isPowerLost = false;
    },
    async cancel() {
      await cancelSubscription(ports, await actor(), { workspaceName: account.accountName, shown: '' });
    },
    async keep() {
      await resubscribe(ports, await actor(), 'http://localhost/');
    },
    async change() {
      const change = { choice: starter, charge: 'next-cycle' as const };
      await changePlan(ports, await actor(), change);
    },
    /** Delivers due outbox items, some minutes from now. */
    async deliverLater(minutes = 3) {
      time.now += minutes * MINUTE_MS;
      // Mails and facts are irrelevant here.
      await db.delete(outbox).where(sql`kind <> 'billing.refund_lost_charge'`);
      await deliverOutbox(ports as unknown as DeliverOutboxPorts);
    },
  };
}

const isCharge = (path: string) => path.endsWith('/charge');
const isRefund = (path: string) => path.endsWith('/adjustments');
const isCancellation = (path: string) => path.endsWith('/cancel');

test('refunds the charge of a cancellation whose answer was lost and that is not repeated', async () => {
  await using world = await World.start();
  const { billing, subscriptionId, setLine, cancel, deliverLater } = await upgradeLater(world);
  setLine({ ...whole, isAnswerLost: isCharge });
  expect(await codeOf(cancel())).toBe('billing_unavailable');
  setLine(whole);
  await deliverLater();
  await simulate(world, subscriptionId, 'refund');
  expect(await sumPaid(world, subscriptionId)).toBe(2_400);
  // The next bill still contains the sum, so the charge was not needed.
  expect(await billing.nextPayment(subscriptionId)).toMatchObject({ amount: 9_600 });
});

test('refunds the charge of a cancellation that died after it', async () => {
  await using world = await World.start();
  const { subscriptionId, setLine, cancel, deliverLater } = await upgradeLater(world);
  setLine({ isAnswerLost: isCharge, isCut: (path) => path === 'after' });
  expect(await codeOf(cancel())).toBe('billing_unavailable');
  // The provider is still unreachable at the first delivery.
  await deliverLater();
  setLine(whole);
  await deliverLater();
  await simulate(world, subscriptionId, 'refund');
  expect(await sumPaid(world, subscriptionId)).toBe(2_400);
});

test('leaves a repeated cancellation and its charge alone', async () => {
  await using world = await World.start();
  const { billing, subscriptionId, time, setLine, cancel, deliverLater } = await upgradeLater(world);
  setLine({ ...whole, isAnswerLost: isCharge });
  expect(await codeOf(cancel())).toBe('billing_unavailable');
  setLine(whole);
  time.now += MINUTE_MS + 1;
  await cancel();
  await deliverLater();
  expect(await sumPaid(world, subscriptionId)).toBe(6_000);
  const { planId, cancelsAt } = (await billing.subscription(subscriptionId)).subscription;
  expect([planId, cancelsAt]).toEqual(['pro-1', expect.any(Number)]);
});

test('refunds the charge of a cancellation that was undone while refunds were unavailable', async () => {
  await using world = await World.start();
  const { billing, subscriptionId, setLine, cancel, keep, deliverLater } = await upgradeLater(world);
  await cancel();
  setLine({ ...whole, isCut: (path) => isRefund(path) || isCancellation(path) });
  expect(await codeOf(keep())).toBe('billing_unavailable');
  setLine(whole);
  await deliverLater();
  await simulate(world, subscriptionId, 'refund');
  expect(await sumPaid(world, subscriptionId)).toBe(2_400);
  expect(await billing.nextPayment(subscriptionId)).toMatchObject({ amount: 9_600 });
});

test('makes no second change while the provider may still make one whose answer was lost', async () => {
  await using world = await World.start();
  const { time, setLine, change } = await upgradeLater(world);
  setLine({ ...whole, isAnswerLost: (path) => path.startsWith('PATCH') });
  expect(await codeOf(change())).toBe('billing_unavailable');
  setLine(whole);
  expect(await codeOf(change())).toBe('plan_change_pending');
  time.now += MINUTE_MS + 1;
  expect(await codeOf(change())).toBe('it succeeded');
});

const isRecord = (path: string) => path.startsWith('PATCH');

test.each([
  ['charge of a cancellation', isCharge],
  ['record of that charge', isRecord],
  ['cancellation', isCancellation],
])('makes no second change while the %s may still be made', async (_what, isUnanswered) => {
  await using world = await World.start();
  const { setLine, cancel, change } = await upgradeLater(world);
  let isDown = false;
  const isCut = (path: string) => {
    isDown ||= isUnanswered(path);
    return isDown;
  };
  setLine({ ...whole, isCut });
  expect(await codeOf(cancel())).toBe('billing_unavailable');
  setLine(whole);
  expect(await codeOf(change())).toBe('plan_change_pending');
});

test('makes no second change while the refund of an examination may still be made', async () => {
  await using world = await World.start();
  const { billing, subscriptionId, setLine, cancel, deliverLater } = await upgradeLater(world);
  setLine({ ...whole, isAnswerLost: isCharge });
  expect(await codeOf(cancel())).toBe('billing_unavailable');
  setLine({ ...whole, isAnswerLost: isRefund });
  await deliverLater();
  setLine(whole);
  expect(await codeOf(cancel())).toBe('plan_change_pending');
  await deliverLater();
  await simulate(world, subscriptionId, 'refund');
  expect(await sumPaid(world, subscriptionId)).toBe(2_400);
  expect(await billing.nextPayment(subscriptionId)).toMatchObject({ amount: 9_600 });
});

test('makes another change immediately after one that the provider refused', async () => {
  await using world = await World.start();
  const { setLine, change } = await upgradeLater(world);
  setLine({ ...whole, isCut: (path) => path.startsWith('GET') });
  expect(await codeOf(change())).toBe('billing_unavailable');
  setLine(whole);
  expect(await codeOf(change())).toBe('it succeeded');
});
