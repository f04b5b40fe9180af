import { beforeEach, expect, test } from 'vitest';
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

const bill = (at: number, status: 'paid' | 'refunded') => paymentEvent(at, 'transaction.updated', { status });

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
