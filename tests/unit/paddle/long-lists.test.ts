import { expect, test } from 'vitest';
import { paddleSubscription } from '../../support/paddle-events.ts';
import { json, Provider } from '../outbound/provider.ts';
import { accountId, billingAt, november } from './harness.ts';

const subscription = paddleSubscription(accountId, { id: 'sub_1' });
const until = subscription.current_billing_period?.ends_at;
const postponed = { paid: { planId: 'starter', quota: null }, until, settledBy: 'charge' };

/** A subscription whose second page of transactions has one with this custom data of its price. */
function providerWith(customData: object) {
  const transaction = (id: string, custom_data: object | null) => ({
    id,
    items: [{ price: { unit_price: { amount: '3600' }, custom_data } }],
  });
  const page = (data: unknown[], has_more: boolean) => json({ data, meta: { pagination: { has_more } } });
  return Provider.start((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname !== '/transactions')
      return json({ data: { ...subscription, custom_data: { postponed } } })(request, response);
    const isFirst = searchParams.get('after') !== 'txn_2';
    const answer = isFirst
      ? page([transaction('txn_3', null), transaction('txn_2', null)], true)
      : page([transaction('txn_1', customData)], false);
    answer(request, response);
  });
}

test('charges no month whose charge is behind a page of later transactions', async () => {
  await using provider = await providerWith({ kind: 'overage', month: '2026-11', part: 1 });
  const billing = billingAt(provider.url);
  await billing.chargeOverage(november('sub_1'));
  expect(provider.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
  await billing.chargeOverage(november('sub_1', { part: 2 }));
  expect(provider.requests.at(-1)).toMatchObject({ method: 'POST', path: '/subscriptions/sub_1/charge' });
});

test('undoing a cancellation refunds a charge behind a page of later transactions', async () => {
  await using provider = await providerWith({ kind: 'postponed', until });
  await billingAt(provider.url).undoCancel('sub_1');
  const { path = '', body = '{}' } = provider.requests.at(-1) ?? {};
  expect([path, JSON.parse(body)]).toMatchObject([
    '/adjustments',
    { action: 'refund', transaction_id: 'txn_1' },
  ]);
});
