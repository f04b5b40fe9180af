import { expect, test } from 'vitest';
import { itemsOf } from '#app/domain/billing/offer.ts';
import type { OverageCharge } from '#app/domain/billing/overage-charge.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import { hangUp, json, neverEnd, Provider } from '../outbound/provider.ts';
import { World } from '../sandbox/harness.ts';
import { accountId, billingAt, buy, codeOf, pro, reference, setFault } from './harness.ts';

const details = { companyName: 'Engines', taxId: null, addressLine: null, city: null };
const items = [{ priceId: 'pri_1', quantity: 1, period: 'monthly' as const }];
const firstCheckout = {
  customerId: 'ctm_1',
  accountId,
  reference,
  items,
  returnUrl: 'http://localhost/',
  earlier: null,
};

const overage: OverageCharge = {
  accountId,
  month: '2026-11',
  part: 1,
  subscriptionId: 'sub_1',
  executions: 1_200,
  units: 2,
  unitPrice: { amount: 800, currency: 'USD' },
  taxInclusive: false,
  status: 'due',
};

/** Each method of the provider, called as for success. */
function everyMethod(
  billing: BillingProvider,
  id = 'sub_1',
): Record<keyof BillingProvider, Promise<unknown>> {
  return {
    prices: billing.prices(),
    customer: billing.customer({ email: 'ada@example.com', name: 'Ada', accountId }),
    moveCustomer: billing.moveCustomer(id, 'ada@example.com', { email: 'grace@example.com', name: 'Grace' }),
    checkout: billing.checkout(firstCheckout),
    cardUpdate: billing.cardUpdate(id),
    previewChange: billing.previewChange(id, items, 'next-cycle'),
    change: billing.change(id, items, 'next-cycle'),
    cancel: billing.cancel(id),
    undoCancel: billing.undoCancel(id),
    refundLostCharge: billing.refundLostCharge(id),
    chargeOverage: billing.chargeOverage({ ...overage, subscriptionId: id }),
    endNow: billing.endNow(id),
    subscription: billing.subscription(id),
    nextPayment: billing.nextPayment(id),
    invoiceUrl: billing.invoiceUrl('txn_1'),
    details: billing.details(id),
    changeDetails: billing.changeDetails(id, { ...details, postalCode: null, country: null }),
    eventsSince: billing.eventsSince(null),
  };
}

async function codesOf(methods: Record<string, Promise<unknown>>): Promise<Record<string, string>> {
  const codes = Object.entries(methods).map(async ([name, work]) => [name, await codeOf(work)] as const);
  return Object.fromEntries(await Promise.all(codes));
}

const all = (code: string) =>
  Object.fromEntries(Object.keys(everyMethodNames).map((name) => [name, code] as const));
const everyMethodNames: Record<keyof BillingProvider, true> = {
  prices: true,
  customer: true,
  moveCustomer: true,
  checkout: true,
  cardUpdate: true,
  previewChange: true,
  change: true,
  cancel: true,
  undoCancel: true,
  endNow: true,
  subscription: true,
  nextPayment: true,
  chargeOverage: true,
  refundLostCharge: true,
  invoiceUrl: true,
  details: true,
  changeDetails: true,
  eventsSince: true,
};

test('fails every method while Paddle is down', async () => {
  await using world = await World.start();
  await setFault(world, 'down');
  expect(await codesOf(everyMethod(billingAt(world.url)))).toEqual(all('billing_unavailable'));
});

test('gives up every method after three seconds without an answer', async () => {
  await using silent = await Provider.start(neverEnd);
  const startedAt = Date.now();
  expect(await codesOf(everyMethod(billingAt(silent.url, { hasDeadlines: true })))).toEqual(
    all('billing_unavailable'),
  );
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2_900);
});

test.each([
  ['an answer of another shape', json({ data: { id: 7 }, meta: {} })],
  ['no JSON', json('<html>')],
  ['a refused key', json({ error: { code: 'invalid_token', detail: '' } }, 403)],
  ['a page that a proxy put there', json('Bad gateway', 502)],
])('%s counts as no answer', async (_name, answer) => {
  await using provider = await Provider.start(answer);
  expect(await codesOf(everyMethod(billingAt(provider.url)))).toEqual(all('billing_unavailable'));
});

test('repeats idempotent calls when the connection breaks, and sends a change once', async () => {
  const customer = { data: { id: 'ctm_1' } };
  const checkout = { data: { id: 'txn_1', checkout: { url: 'https://pay.example/txn_1' } } };
  const known = {
    data: { billing_cycle: { interval: 'month', frequency: 1 }, items: [], current_billing_period: null },
  };
  await using provider = await Provider.start(
    hangUp,
    json(customer),
    hangUp,
    json(checkout),
    json(known),
    hangUp,
  );
  const billing = billingAt(provider.url);
  expect(await billing.customer({ email: 'ada@example.com', name: 'Ada', accountId })).toBe('ctm_1');
  expect(await billing.checkout(firstCheckout)).toMatchObject({ transactionId: 'txn_1' });
  const asked = provider.requests.length;
  expect(await codeOf(billing.change('sub_1', items, 'now'))).toBe('billing_unavailable');
  expect(provider.requests).toHaveLength(asked + 2);
  expect(provider.requests.slice(asked).map(({ method }) => method)).toEqual(['GET', 'PATCH']);
});

test('reports too many requests with the time to wait', async () => {
  const refusal = { error: { code: 'too_many_requests', detail: '' } };
  await using provider = await Provider.start(json(refusal, 429, { 'retry-after': '30' }));
  await expect(billingAt(provider.url).cancel('sub_1')).rejects.toMatchObject({
    code: 'billing_unavailable',
    retryAfterSeconds: 30,
  });
});

test('a refusal without a known sentence is a failed operation, and its cause omits the request', async () => {
  const refusal = { error: { code: 'invalid_field', detail: 'ada@example.com is not good' } };
  await using provider = await Provider.start(json(refusal, 400));
  const codes = await codesOf(everyMethod(billingAt(provider.url)));
  expect(codes).toEqual({
    prices: 'billing_unavailable',
    customer: 'checkout_failed',
    moveCustomer: 'billing_unavailable',
    checkout: 'checkout_failed',
    cardUpdate: 'checkout_failed',
    previewChange: 'plan_change_failed',
    change: 'plan_change_failed',
    refundLostCharge: 'plan_change_failed',
    cancel: 'plan_change_failed',
    undoCancel: 'plan_change_failed',
    endNow: 'plan_change_failed',
    subscription: 'billing_unavailable',
    nextPayment: 'billing_unavailable',
    invoiceUrl: 'it succeeded',
    details: 'billing_unavailable',
    changeDetails: 'invalid_form',
    // Searches for an earlier charge first.
    chargeOverage: 'billing_unavailable',
    eventsSince: 'billing_unavailable',
  });
  await expect(billingAt(provider.url).cancel('sub_1')).rejects.toMatchObject({
    cause: { message: 'Paddle: 400 invalid_field' },
  });
});

test.each([
  [400, 'subscription_update_when_past_due', 'payment_details_outdated'],
  [409, 'subscription_outstanding_transaction', 'payment_details_outdated'],
  [501, 'subscription_update_error_when_paused', 'resubscription_needed'],
  [400, 'subscription_is_canceled_action_invalid', 'resubscription_needed'],
  [409, 'subscription_locked_processing', 'plan_change_pending'],
  [409, 'subscription_locked_renewal', 'plan_change_pending'],
  [400, 'subscription_locked_pending_changes', 'plan_change_pending'],
  [409, 'concurrent_modification', 'billing_unavailable'],
  [409, 'conflict', 'billing_unavailable'],
  [400, 'subscription_payment_declined', 'payment_declined'],
  [501, 'something_else', 'billing_unavailable'],
  [404, 'not_found', 'plan_change_failed'],
  [400, 'constructor', 'plan_change_failed'],
])('%d %s refuses a change as %s', async (status, code, expected) => {
  await using provider = await Provider.start(json({ error: { code, detail: '' } }, status));
  expect(await codeOf(billingAt(provider.url).change('sub_1', items, 'now'))).toBe(expected);
});

test.each([
  ['processing', 'plan_change_pending'],
  ['outstanding', 'payment_details_outdated'],
])('a subscription that is locked for %s refuses changes as %s', async (mode, code) => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const { prices, subscriptionId } = await buy(world, billing);
  await world.post('/paddle/locks', { subscriptionId, mode });
  expect(await codeOf(billing.change(subscriptionId, itemsOf(pro, prices), 'now'))).toBe(code);
  expect(await codeOf(billing.previewChange(subscriptionId, itemsOf(pro, prices), 'now'))).toBe(code);
});

test('reads prices page by page, and skips foreign and archived ones', async () => {
  const price = (id: string, fields = {}) => ({
    id,
    status: 'active',
    unit_price: { amount: '2400', currency_code: 'USD' },
    custom_data: { planId: 'starter', kind: 'plan', period: 'monthly' },
    ...fields,
  });
  const page = (data: unknown[], has_more: boolean) => json({ data, meta: { pagination: { has_more } } });
  await using provider = await Provider.start(
    page([price('pri_1'), price('pri_2', { custom_data: null }), price('pri_3')], true),
    page([price('pri_4', { status: 'archived' }), price('pri_5', { unit_price: { amount: '-' } })], false),
  );
  const found = await billingAt(provider.url).prices();
  expect(found.map(({ priceId }) => priceId)).toEqual(['pri_1', 'pri_3']);
  expect(provider.requests.map(({ path }) => path)).toEqual([
    '/prices?per_page=200&status=active',
    '/prices?per_page=200&status=active&after=pri_3',
  ]);
});

test('prices older than five minutes are requested again, and served while Paddle is down', async () => {
  await using world = await World.start();
  let aheadMs = 0;
  const billing = billingAt(world.url, { clock: { now: () => Date.now() + aheadMs } });
  const prices = await billing.prices();
  aheadMs = 6 * MINUTE_MS;
  await setFault(world, 'down');
  expect(await billing.prices()).toEqual(prices);
  await setFault(world, 'none');
  aheadMs += 31 * SECOND_MS;
  expect(await billing.prices()).toEqual(prices);
});

test('an odd answer neither replaces the last known prices nor is remembered', async () => {
  const price = {
    id: 'pri_1',
    status: 'active',
    unit_price: { amount: '2400', currency_code: 'USD' },
    custom_data: { planId: 'starter', kind: 'plan', period: 'monthly' },
  };
  const good = json({ data: [price], meta: { pagination: { has_more: false } } });
  await using provider = await Provider.start(json({ message: 'try again' }), good);
  let aheadMs = 0;
  const billing = billingAt(provider.url, { clock: { now: () => Date.now() + aheadMs } });
  expect(await codeOf(billing.prices())).toBe('billing_unavailable');
  const known = await billing.prices();
  expect(known).toHaveLength(1);
  provider.answers = [json({ message: 'try again' })];
  aheadMs = 6 * MINUTE_MS;
  expect(await billing.prices()).toEqual(known);
});

test('stops reading a list that never ends', async () => {
  const endless = { data: [{ id: 'pri_1' }], meta: { pagination: { has_more: true } } };
  await using provider = await Provider.start(json(endless));
  expect(await billingAt(provider.url).prices()).toEqual([]);
  const event = {
    event_id: 'evt_1',
    event_type: 'transaction.ready',
    occurred_at: new Date().toISOString(),
  };
  provider.answers = [json({ ...endless, data: [event] })];
  expect(await billingAt(provider.url).eventsSince(null)).toMatchObject({ events: { length: 10 } });
});
