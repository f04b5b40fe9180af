import { expect, test } from 'vitest';
import { itemsOf } from '#app/domain/billing/offer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { parsePaddleEvent } from '#app/integrations/paddle/event.ts';
import { World } from '../sandbox/harness.ts';
import {
  laterDeclinedCard,
  paddleClient,
  pay,
  simulate,
  WebhookEndpoint,
} from '../sandbox/paddle-harness.ts';
import { accountId, billingAt, buy, reference, starter } from './harness.ts';

const occurredAt = '2026-01-31T12:00:00.123456Z';
const card = { type: 'visa', last4: '4242', expiry_month: 2, expiry_year: 2031 };
const captured = { status: 'captured', method_details: { type: 'card', card } };
const refused = { status: 'error', method_details: { type: 'card', card: { ...card, last4: '0002' } } };
const transaction = {
  id: 'txn_1',
  status: 'completed',
  origin: 'subscription_recurring',
  subscription_id: 'sub_1',
  custom_data: { accountId, checkout: 'chk_1' },
  invoice_number: '74-1',
  payments: [captured, refused],
  created_at: '2026-01-30T00:00:00Z',
  billed_at: '2026-01-31T00:00:00Z',
  details: {
    totals: { subtotal: '2400', grand_total: '2856', currency_code: 'USD' },
    adjusted_totals: { grand_total: '2856' },
  },
};

function parse(event_type: string, data: unknown) {
  return parsePaddleEvent(
    JSON.stringify({ event_id: 'evt_1', event_type, occurred_at: occurredAt, notification_id: 'n', data }),
  );
}

test('every event of a whole life is understood', async () => {
  await using endpoint = await WebhookEndpoint.start();
  await using world = await World.start({ paddleWebhookUrl: endpoint.url });
  const billing = billingAt(world.url);
  const { subscriptionId, customerId } = await buy(world, billing, starter, { card: laterDeclinedCard });
  await simulate(world, subscriptionId, 'payment_failed');
  await simulate(world, subscriptionId, 'recovered');
  const { transactionId } = await billing.cardUpdate(subscriptionId);
  await pay(world, transactionId, '5555555555554444');
  for (const scenario of ['renewal', 'refund', 'paused', 'resumed', 'canceled']) {
    expect(await simulate(world, subscriptionId, scenario)).toMatchObject({ httpStatus: 200 });
  }
  const listed = await paddleClient(world).events.list({ perPage: 200 }).next();
  const arrived = () => new Set(endpoint.received.map(({ event }) => event.event_id)).size;
  await expect.poll(arrived).toBe(listed.length);

  const parsed = endpoint.received.map(({ body }) => parsePaddleEvent(body));
  const kinds: Record<string, Set<string>> = {};
  for (const event of parsed) {
    const outcome = event.kind === 'other' ? event.reason : event.kind;
    kinds[event.type] = (kinds[event.type] ?? new Set()).add(outcome);
  }
  const [unknown, nothing] = [new Set(['unknown-type']), new Set(['nothing-follows'])];
  const [bill, mixed] = [new Set(['transaction']), new Set(['nothing-follows', 'transaction'])];
  const applied = new Set(['subscription']);
  expect(kinds).toEqual({
    'customer.created': unknown,
    'address.created': unknown,
    'payment_method.saved': unknown,
    'transaction.created': mixed,
    'transaction.updated': mixed,
    'transaction.ready': nothing,
    'transaction.billed': bill,
    'transaction.paid': bill,
    'transaction.completed': bill,
    'transaction.payment_failed': bill,
    'transaction.past_due': bill,
    'subscription.created': applied,
    'subscription.activated': applied,
    'subscription.updated': applied,
    'subscription.past_due': applied,
    'subscription.paused': applied,
    'subscription.resumed': applied,
    'subscription.canceled': applied,
    'adjustment.created': nothing,
    'adjustment.updated': new Set(['refund']),
  });
  for (const event of parsed) {
    if (event.kind === 'subscription')
      expect(event.snapshot).toMatchObject({ claim: { accountId, reference }, customerId });
    if (event.kind === 'transaction') expect(event).toMatchObject({ claim: { accountId, reference } });
  }
  const statuses = parsed
    .toSorted((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))
    .flatMap((event) => (event.kind === 'subscription' ? [event.snapshot.subscription.status] : []));
  expect(statuses.filter((status, index) => status !== statuses[index - 1])).toEqual([
    'active',
    'past_due',
    'active',
    'paused',
    'active',
    'deleted',
  ]);
});

test('a paid bill has its content, time and card', () => {
  expect(parse('transaction.completed', transaction)).toEqual({
    id: 'evt_1',
    type: 'transaction.completed',
    occurredAt,
    kind: 'transaction',
    claim: { accountId, reference },
    subscriptionId: 'sub_1',
    isDunning: true,
    isBill: true,
    payment: {
      id: 'txn_1',
      date: Date.UTC(2026, 0, 31),
      status: 'paid',
      invoiceNumber: '74-1',
      total: { amount: 2_856, currency: 'USD' },
    },
    method: { kind: 'card', brand: 'visa', lastFour: '4242', expiry: '02/2031' },
  });
});

test.each([
  ['transaction.paid', { status: 'paid' }, 'paid'],
  ['transaction.past_due', { status: 'past_due', payments: [refused] }, 'failed'],
  ['transaction.payment_failed', { status: 'billed', payments: [refused] }, 'failed'],
  ['transaction.updated', { status: 'billed', payments: [refused] }, 'failed'],
  ['transaction.canceled', { status: 'canceled', payments: [refused] }, 'cancelled'],
  ['transaction.canceled', { status: 'canceled', payments: [refused], billed_at: null }, 'cancelled'],
  ['transaction.billed', { status: 'billed', payments: [] }, 'pending'],
  ['transaction.canceled', { status: 'canceled', payments: [] }, 'cancelled'],
  [
    'transaction.updated',
    { details: { ...transaction.details, adjusted_totals: { grand_total: '0' } } },
    'refunded',
  ],
])('%s with %j is a bill that is %3$s', (type, changes, status) => {
  const event = parse(type, { ...transaction, ...changes });
  expect(event).toMatchObject({ kind: 'transaction', payment: { status } });
});

test('a renewal that credit pays is a bill with an invoice, and the replacement of a card is not', async () => {
  await using world = await World.start();
  const billing = billingAt(world.url);
  const { subscriptionId, prices } = await buy(world, billing, { ...starter, period: 'yearly' });
  await billing.change(subscriptionId, itemsOf(starter, prices), 'now');
  await simulate(world, subscriptionId, 'renewal');
  await pay(world, (await billing.cardUpdate(subscriptionId)).transactionId, '5555555555554444');
  const free = (await billing.eventsSince(null)).events.flatMap(({ event }) =>
    event.kind === 'transaction' && event.payment.total.amount === 0 ? event : [],
  );
  const finished = free.filter(({ type }) => type === 'transaction.completed');
  expect(finished.map(({ isBill, isDunning }) => [isBill, isDunning])).toEqual([
    [false, false],
    [true, true],
    [false, false],
  ]);
  expect(finished[1]?.payment.invoiceNumber).toEqual(expect.any(String));
});

test.each(['draft', 'ready', 'canceled'])('a checkout that is %s is not a bill', (status) => {
  const event = parse('transaction.updated', { ...transaction, status, billed_at: null, payments: [] });
  expect(event).toMatchObject({ kind: 'other', reason: 'nothing-follows' });
});

test.each([
  ['subscription_recurring', true],
  ['subscription_update', false],
  ['subscription_payment_method_change', false],
  ['subscription_charge', false],
  ['web', false],
  ['api', false],
])('a bill of %s that fails is dunned for: %s', (origin, isDunning) => {
  const failed = { ...transaction, status: 'past_due', payments: [refused], origin };
  expect(parse('transaction.past_due', failed)).toMatchObject({ isDunning });
});

test.each([
  [
    { type: 'apple_pay', card },
    { kind: 'card', brand: 'visa', lastFour: '4242', expiry: '02/2031' },
  ],
  [
    { type: 'card', card: { ...card, type: 'american_express', expiry_month: 12 } },
    { kind: 'card', brand: 'amex', lastFour: '4242', expiry: '12/2031' },
  ],
  [{ type: 'card', card: { ...card, type: 'jcb' } }, expect.objectContaining({ brand: 'generic' })],
  [
    { type: 'paypal', card: null },
    { kind: 'paypal', brand: 'paypal', lastFour: null, expiry: null },
  ],
  // Paddle names no card behind a wallet: an earlier card must not stay on the billing page, nor its expiry be mailed.
  [
    { type: 'apple_pay', card: null },
    { kind: 'card', brand: 'generic', lastFour: null, expiry: null },
  ],
  [{ type: 'google_pay' }, { kind: 'card', brand: 'generic', lastFour: null, expiry: null }],
  [
    { type: 'korea_local', card: null },
    { kind: 'card', brand: 'generic', lastFour: null, expiry: null },
  ],
  [
    { type: 'payco', card: null },
    { kind: 'card', brand: 'generic', lastFour: null, expiry: null },
  ],
  [{ type: 'ideal', card: null }, null],
  [{ type: 'wire_transfer', card: null }, null],
  [{ type: 'card', card: { last4: '????' } }, null],
])('paid by %j', (method_details, method) => {
  const payments = [refused, { status: 'captured', method_details }];
  expect(parse('transaction.paid', { ...transaction, status: 'paid', payments })).toMatchObject({ method });
  // Later events of the same bill do not change the current payment method.
  expect(parse('transaction.updated', { ...transaction, payments })).toMatchObject({ method: null });
});

const refund = { transaction_id: 'txn_1', action: 'refund', status: 'approved', type: 'full' };
test.each([
  [{}, { kind: 'refund', transactionId: 'txn_1', isReversed: false }],
  [{ status: 'pending_approval' }, { kind: 'other', reason: 'nothing-follows' }],
  [{ status: 'rejected' }, { kind: 'other', reason: 'nothing-follows' }],
  [{ type: 'partial' }, { kind: 'other', reason: 'nothing-follows' }],
  [{ action: 'chargeback' }, { kind: 'refund', transactionId: 'txn_1', isReversed: false }],
  [
    { action: 'chargeback', type: 'partial' },
    { kind: 'other', reason: 'nothing-follows' },
  ],
  [
    { action: 'chargeback', status: 'reversed' },
    { kind: 'refund', transactionId: 'txn_1', isReversed: true },
  ],
  [{ action: 'chargeback_reverse' }, { kind: 'refund', transactionId: 'txn_1', isReversed: true }],
  [
    { action: 'chargeback_reverse', type: 'partial' },
    { kind: 'other', reason: 'nothing-follows' },
  ],
  [{ action: 'chargeback_warning_reverse' }, { kind: 'other', reason: 'nothing-follows' }],
  [{ action: 'chargeback_warning' }, { kind: 'other', reason: 'nothing-follows' }],
  [{ action: 'credit' }, { kind: 'other', reason: 'nothing-follows' }],
  [{ transaction_id: 7 }, { kind: 'other', reason: 'unreadable' }],
])('an adjustment with %j', (changes, expected) => {
  expect(parse('adjustment.updated', { ...refund, ...changes })).toMatchObject(expected);
});

test('keeps foreign, unknown and unreadable events with their reason', () => {
  const stranger = { ...transaction, custom_data: null, subscription_id: null };
  expect(parse('transaction.completed', stranger)).toMatchObject({ kind: 'other', reason: 'not-ours' });
  expect(parse('payout.paid', {})).toMatchObject({ kind: 'other', reason: 'unknown-type' });
  expect(parse('subscription.updated', {})).toMatchObject({ kind: 'other', reason: 'unreadable' });
  expect(parse('subscription.updated', undefined)).toMatchObject({ reason: 'unreadable' });
  expect(parse('transaction.completed', { ...transaction, details: null })).toMatchObject({
    reason: 'unreadable',
  });
});

test.each([
  '',
  'null',
  '[]',
  '{"event_id":"evt_1","event_type":"customer.created"}',
  '{"event_id":"evt_1","event_type":"customer.created","occurred_at":"yesterday"}',
  '{"event_id":7,"event_type":"customer.created","occurred_at":"2026-01-31T12:00:00Z"}',
  '{"event_id":"evt_1","event_type":"","occurred_at":"2026-01-31T12:00:00Z"}',
])('%j is not an event', (body) => {
  expect(() => parsePaddleEvent(body)).toThrow(new AppError('malformed_body'));
});

const half = '\ud800';

test.each([
  ['its id', { event_id: half }],
  ['its type', { event_type: half }],
])(
  'refuses an event with half a surrogate pair in %s, which the database could not read back',
  (_name, part) => {
    const event = { event_id: 'evt_1', event_type: 'transaction.paid', occurred_at: occurredAt, ...part };
    expect(() => parsePaddleEvent(JSON.stringify(event))).toThrow(new AppError('malformed_body'));
  },
);

test.each([
  ['id', { id: half }],
  ['subscription', { subscription_id: half }],
  ['invoice number', { invoice_number: half }],
])('applies no bill with half a surrogate pair in its %s', (_name, part) => {
  expect(parse('transaction.completed', { ...transaction, ...part })).toMatchObject({
    kind: 'other',
    reason: 'unreadable',
  });
});

test('claims no account by half a surrogate pair', () => {
  const claimed = { ...transaction, custom_data: { accountId, checkout: half } };
  expect(parse('transaction.completed', claimed)).toMatchObject({ claim: { accountId, reference: null } });
});
