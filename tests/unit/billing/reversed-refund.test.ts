import { beforeEach, expect, test } from 'vitest';
import type { Payment } from '#app/domain/billing/payment.ts';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import {
  paymentEvent,
  received,
  resetAccount,
  start,
  subscriptionEvent,
} from '../../support/billing-events.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';

const { raw, stores } = await ownMemoryDatabase();

beforeEach(() => resetAccount(raw));

const refund = (at: number, isReversed: boolean): ProviderEvent => ({
  id: `evt_${at}_adjustment`,
  type: 'adjustment.updated',
  occurredAt: new Date(start + at).toISOString(),
  kind: 'refund',
  transactionId: 'txn_1',
  isReversed,
});

const refundAt = (occurredAt: string, isReversed: boolean, name = ''): ProviderEvent => ({
  ...refund(0, isReversed),
  id: `evt_${name}${occurredAt}_adjustment`,
  occurredAt,
});

const bill = (at: number, status: Payment['status']) => paymentEvent(at, 'transaction.updated', { status });

async function receive(events: readonly ProviderEvent[], now = start) {
  await stores.billing.receive(received(events), now);
}

const readStatus = async () =>
  (await raw.execute('SELECT status FROM payments')).rows.map(({ status }) => status);

const countOf = async (like: string) =>
  (await raw.execute({ sql: 'SELECT id FROM outbox WHERE id LIKE ?', args: [like] })).rows.length;

function* permutations<Item>(items: Item[]): Generator<Item[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries())
    for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
}

test.each([
  [
    'a chargeback that is reversed',
    [bill(1, 'paid'), refund(2, false), bill(3, 'refunded'), refund(4, true), bill(5, 'paid')],
    'paid',
  ],
  [
    'a reversal and a later refund',
    [bill(1, 'paid'), refund(2, false), refund(4, true), refund(6, false)],
    'refunded',
  ],
  [
    'a reversal in a later decimal of the second',
    [bill(1, 'paid'), refundAt('2026-01-01T00:00:02Z', false), refundAt('2026-01-01T00:00:02.5Z', true)],
    'paid',
  ],
  [
    'a refund with more decimals than the reversal before it',
    [
      bill(1, 'paid'),
      refundAt('2026-01-01T00:00:02.1Z', true),
      refundAt('2026-01-01T00:00:02.123456Z', false),
    ],
    'refunded',
  ],
  [
    'a reversal at the instant of its refund',
    [
      bill(1, 'paid'),
      refundAt('2026-01-01T00:00:02.10Z', false, 'z'),
      refundAt('2026-01-01T00:00:02.1Z', true),
    ],
    'paid',
  ],
  [
    'a reversal whose instant is written in another offset',
    [bill(1, 'paid'), refundAt('2026-01-01T00:00:02Z', false), refundAt('2025-12-31T20:00:03-04:00', true)],
    'paid',
  ],
  [
    'partial refunds of a whole bill, one of which is reversed',
    [bill(1, 'paid'), bill(2, 'refunded'), bill(3, 'paid')],
    'paid',
  ],
  ['a refused bill that is cancelled', [bill(1, 'failed'), bill(2, 'cancelled')], 'cancelled'],
  ['a bill that is cancelled', [bill(1, 'pending'), bill(2, 'cancelled')], 'cancelled'],
])(
  '%s leaves the bill in the same state in every order of the events, and sends at most one receipt',
  async (_, history, status) => {
    for (const order of permutations(history)) {
      await resetAccount(raw);
      await receive([subscriptionEvent(0, 'subscription.created')]);
      for (const event of [...order, ...order]) await receive([event]);
      expect(await readStatus(), order.map(({ id }) => id).join()).toEqual([status]);
      expect(await countOf('msg_receipt_%')).toBeLessThanOrEqual(1);
    }
  },
);

test('a refunded bill still gets its invoice number from a later event', async () => {
  await receive([subscriptionEvent(0, 'subscription.created')]);
  await receive([paymentEvent(1, 'transaction.paid', { invoiceNumber: null })]);
  await receive([refund(3, false)]);
  await receive([paymentEvent(2, 'transaction.completed')]);
  const { rows } = await raw.execute('SELECT status, invoice_number FROM payments');
  expect(rows).toMatchObject([{ status: 'refunded', invoice_number: '1-1' }]);
  expect(await countOf('msg_receipt_%')).toBe(1);
});

test('a reversal announces no payment, also when the first announcement is no longer known', async () => {
  await receive([subscriptionEvent(0, 'subscription.created'), bill(1, 'paid')]);
  await receive([refund(2, false), bill(3, 'refunded')]);
  await raw.execute({ sql: 'UPDATE outbox SET delivered_at = ?', args: [start] });
  await stores.maintenance.removeExpired(start + 60 * DAY_MS);
  await receive([refund(4, true)]);
  await receive([bill(5, 'paid')]);
  expect(await readStatus()).toEqual(['paid']);
  expect([await countOf('msg_announce_%'), await countOf('msg_receipt_%')]).toEqual([0, 0]);
});

test('a bill that credit pays is listed with its invoice, without a receipt or an announcement', async () => {
  await receive([subscriptionEvent(0, 'subscription.created')]);
  const total = { amount: 0, currency: 'USD' };
  await receive([paymentEvent(1, 'transaction.completed', { total })]);
  const { payments } = await stores.billing.account({ accountId: 'acc_1' }, 9, {
    order: 'newest',
    cursor: null,
  });
  expect(payments).toMatchObject([{ id: 'txn_1', total, status: 'paid', invoiceNumber: '1-1' }]);
  expect([await countOf('msg_announce_%'), await countOf('msg_receipt_%')]).toEqual([0, 0]);
});
