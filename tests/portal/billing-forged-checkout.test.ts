import { afterAll, expect, inject, test } from 'vitest';
import { signatureHeader } from '#sandbox/paddle/signature.ts';
import { readBilledState, readKept } from '../support/billed-state.ts';
import { billsOf, get, payingOwner } from '../support/billing-calls.ts';
import { newPaddleId, paddleEvent, paddleSubscription } from '../support/paddle-events.ts';
import { setUpOwner } from '../support/people.ts';
import { one } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
afterAll(() => database.close());

function send(body: string): Promise<Response> {
  return fetch(new URL('/webhooks/paddle', portal.portalUrl), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Paddle-Signature': signatureHeader(body, portal.webhookSecret, Date.now()),
    },
    body,
  });
}

/** A genuinely signed event of the provider for a checkout with forged custom data. */
function forgeCheckout(accountId: string, checkout: unknown) {
  const custom_data = { accountId, checkout };
  const subscription = { ...paddleSubscription(accountId, { planId: 'pro-2' }), custom_data };
  const transactionId = newPaddleId('txn');
  const card = { type: 'visa', last4: '6666', expiry_month: 1, expiry_year: 2041 };
  const transaction = {
    id: transactionId,
    status: 'completed',
    origin: 'web',
    custom_data,
    invoice_number: 'evil-1',
    subscription_id: subscription.id,
    customer_id: subscription.customer_id,
    created_at: subscription.created_at,
    billed_at: subscription.created_at,
    payments: [{ status: 'captured', method_details: { type: 'card', card } }],
    details: { totals: { subtotal: '1', grand_total: '1', currency_code: 'USD' } },
  };
  return [
    paddleEvent('transaction.completed', transaction),
    paddleEvent('subscription.created', { ...subscription, transaction_id: transactionId }),
    paddleEvent('subscription.canceled', { ...subscription, status: 'canceled' }),
  ];
}

const buyerOf = (accountId: string) =>
  one(database, 'SELECT customer_id, checkout_id, checkout_reference FROM accounts WHERE id = ?', accountId);

test.for([null, 'chk_guessed', 7])(
  'a browser’s checkout that names a trial’s account with %j gives it nothing',
  async (reference) => {
    const owner = await setUpOwner(portal, database);
    const before = [await readBilledState(database, owner.accountId), await buyerOf(owner.accountId)];
    for (const { id, body } of forgeCheckout(owner.accountId, reference)) {
      expect((await send(body)).status).toBe(200);
      expect(await readKept(database, id)).toBe('not-ours');
    }
    expect([await readBilledState(database, owner.accountId), await buyerOf(owner.accountId)]).toEqual(
      before,
    );
    expect(await billsOf(owner.client)).toEqual([]);
  },
);

test('a browser’s checkout does not affect a paying account, even with the reference of the last purchase', async () => {
  const owner = await payingOwner(portal, database);
  const buyer = await buyerOf(owner.accountId);
  const seen = async () => ({
    billed: await readBilledState(database, owner.accountId),
    buyer: await buyerOf(owner.accountId),
    bills: await billsOf(owner.client),
    card: (await get(owner.client, '/account/payment-information')).body,
  });
  const before = await seen();
  for (const reference of [null, buyer.checkout_reference]) {
    for (const { id, body } of forgeCheckout(owner.accountId, reference)) {
      expect((await send(body)).status).toBe(200);
      expect(await readKept(database, id)).toBe('not-ours');
    }
  }
  expect(await seen()).toEqual(before);
});

test('an event of a known subscription stays with its account, whatever account it names', async () => {
  const owner = await payingOwner(portal, database);
  const other = await setUpOwner(portal, database);
  const { id } = await one(database, 'SELECT id FROM subscriptions WHERE account_id = ?', owner.accountId);
  const untouched = await readBilledState(database, other.accountId);
  const moved = paddleSubscription(other.accountId, { id: String(id), planId: 'pro-1' });
  const later = new Date(Date.now() + 60_000).toISOString();
  expect((await send(paddleEvent('subscription.updated', moved, later).body)).status).toBe(200);
  expect(await readBilledState(database, other.accountId)).toEqual(untouched);
  expect(await readBilledState(database, owner.accountId)).toMatchObject({ plan: 'pro-1', subscription: id });
});
