import { expect, test } from 'vitest';
import { itemsOf, type PlanChoice } from '#app/domain/billing/offer.ts';
import { World } from '../sandbox/harness.ts';
import { declinedCard, paddleClient, pay } from '../sandbox/paddle-harness.ts';
import { accountId, billingAt, codeOf, pro, reference, starter } from './harness.ts';

/** A customer who begins several checkouts in sequence. */
async function customer(world: World) {
  const billing = billingAt(world.url);
  const prices = await billing.prices();
  const customerId = await billing.customer({ email: 'ada@example.com', name: 'Ada', accountId });
  const begin = (
    choice: PlanChoice,
    transactionId: string | null = null,
    endedSubscriptions: readonly string[] = [],
  ) =>
    billing.checkout({
      customerId,
      accountId,
      reference,
      items: itemsOf(choice, prices),
      returnUrl: 'http://localhost/',
      earlier: transactionId === null ? null : { transactionId, endedSubscriptions },
    });
  return { begin, transactions: paddleClient(world).transactions };
}

test('starting the same checkout again continues it, even after a declined card', async () => {
  await using world = await World.start();
  const { begin, transactions } = await customer(world);
  const first = await begin(starter);
  expect(await begin(starter, first.transactionId)).toEqual(first);
  await pay(world, first.transactionId, declinedCard);
  expect((await transactions.get(first.transactionId)).status).toBe('ready');
  expect(await begin(starter, first.transactionId)).toEqual(first);
});

test('before a price was shown, another plan replaces the first', async () => {
  await using world = await World.start();
  const { begin, transactions } = await customer(world);
  const first = await begin(starter);
  expect(await begin(pro, first.transactionId)).toEqual(first);
  const { items, status } = await transactions.get(first.transactionId);
  expect([status, items.map(({ price }) => price?.customData)]).toEqual([
    'draft',
    [expect.objectContaining({ planId: 'pro-1' })],
  ]);
});

test('a form that shows a price charges nothing once another plan was chosen', async () => {
  await using world = await World.start();
  const { begin, transactions } = await customer(world);
  const first = await begin(starter);
  await pay(world, first.transactionId, declinedCard);
  const begun = await Promise.all([begin(pro, first.transactionId), begin(pro, first.transactionId)]);
  for (const { transactionId } of begun) expect(transactionId).not.toBe(first.transactionId);
  expect((await transactions.get(first.transactionId)).status).toBe('canceled');
  expect((await pay(world, first.transactionId)).status).toBe(409);
  expect((await begin(pro, first.transactionId)).transactionId).not.toBe(first.transactionId);
});

test('a paid plan is not sold again, until its subscription has ended', async () => {
  await using world = await World.start();
  const { begin, transactions } = await customer(world);
  const { transactionId } = await begin(starter);
  await pay(world, transactionId);
  expect(await codeOf(begin(starter, transactionId))).toBe('checkout_paid');
  expect(await codeOf(begin(pro, transactionId, ['sub_of_before']))).toBe('checkout_paid');
  const { subscriptionId } = await transactions.get(transactionId);
  expect((await begin(pro, transactionId, [String(subscriptionId)])).transactionId).not.toBe(transactionId);
});

test('a checkout unknown to the provider is ignored', async () => {
  await using world = await World.start();
  const { begin } = await customer(world);
  expect((await begin(starter, 'txn_none')).transactionId).toMatch(/^txn_(?!none)/);
});
