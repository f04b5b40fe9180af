import { beforeEach, expect, test } from 'vitest';
import type { Payment } from '#app/domain/billing/payment.ts';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import {
  paymentEvent,
  received,
  resetAccount,
  start,
  subscriptionEvent,
} from '../../support/billing-events.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { kindsOf } from '../../support/recorded-acts.ts';

const { raw, stores } = await ownMemoryDatabase();

beforeEach(() => resetAccount(raw));

let time = 0;
const nextTime = () => {
  time += 1;
  return time;
};

const changed = (change?: Partial<Subscription>) =>
  subscriptionEvent(nextTime(), 'subscription.updated', change);
const billed = (payment?: Partial<Payment>, lastFour = '4242') => ({
  ...paymentEvent(nextTime(), 'transaction.updated', payment),
  isDunning: false,
  method: { kind: 'card', brand: 'visa', lastFour, expiry: '12/2029' } as const,
});

/** The replacement of a card: a transaction of zero. */
const replaced = (id: string, lastFour: string) => ({
  ...billed({ id, total: { amount: 0, currency: 'USD' } }, lastFour),
  isBill: false,
});

const refunded = (transactionId: string): ProviderEvent => {
  const { id, occurredAt } = changed();
  return { id, type: 'adjustment.updated', occurredAt, kind: 'refund', transactionId, isReversed: false };
};

/** @returns the account's activity, oldest first. */
async function listActivity() {
  const { rows } = await raw.execute('SELECT kind, subject, user_id FROM audit_events ORDER BY at, rowid');
  expect(rows.every(({ user_id }) => user_id === null)).toBe(true);
  return rows.map(({ kind, subject }) => `${kind} ${subject}`);
}

const receive = (...events: ProviderEvent[]) => stores.billing.receive(received(events), start + time);

const quota = { executions: 42_000, activeWorkflows: 77 };
const pausedAt = start + 5;
/** Events in order, each with the activity line that it adds; null for an event that changes nothing. */
const history: Array<[event: () => ProviderEvent, line: string | null]> = [
  [() => changed(), 'subscription_started starter/monthly'],
  [() => billed(), 'payment_succeeded $24.00'],
  [() => changed(), null],
  [() => changed({ period: 'yearly' }), 'plan_changed starter/yearly'],
  [() => changed({ planId: 'custom', quota }), 'plan_changed custom/monthly/42000/77'],
  [
    () => changed({ planId: 'custom', quota: { ...quota, activeWorkflows: 78 } }),
    'plan_changed custom/monthly/42000/78',
  ],
  [() => changed({ planId: 'pro-1' }), 'plan_changed pro-1/monthly'],
  [() => billed({ id: 'txn_2', status: 'failed' }), 'payment_failed $24.00'],
  [() => billed({ id: 'txn_2', status: 'failed' }), null],
  [() => billed({ id: 'txn_2', status: 'paid' }), 'payment_succeeded $24.00'],
  [() => billed({ id: 'txn_2', status: 'paid' }), null],
  [() => replaced('txn_3', '1111'), 'card_changed 1111'],
  [() => refunded('txn_2'), 'payment_refunded 2400 USD'],
  [() => refunded('txn_2'), null],
  [() => changed({ planId: 'pro-1', status: 'past_due' }), null],
  [() => changed({ planId: 'pro-1', status: 'paused', pausedAt }), 'subscription_paused pro-1/monthly'],
  [() => changed({ planId: 'pro-1', status: 'paused', pausedAt }), null],
  [() => changed({ planId: 'pro-1' }), 'subscription_resumed pro-1/monthly'],
  [() => changed({ planId: 'pro-1', cancelsAt: start + DAY_MS }), 'cancellation_scheduled pro-1/monthly'],
  [() => changed({ planId: 'pro-1' }), 'cancellation_undone pro-1/monthly'],
  [() => changed({ planId: 'pro-1', status: 'deleted' }), 'subscription_ended pro-1/monthly'],
];

test('each event records its changes, and an event without changes records nothing', async () => {
  for (const [make, line] of history) {
    const before = await listActivity();
    const event = make();
    await receive(event);
    // The first card of a payment adds a line.
    const left = (await listActivity()).slice(before.length).filter((one) => one !== 'card_changed 4242');
    expect(left, JSON.stringify(event)).toEqual(line === null ? [] : [line]);
  }
  const kinds = new Set((await listActivity()).map((line) => line.split(' ')[0]));
  expect([...kinds].sort()).toEqual([...kindsOf('POST /webhooks/paddle')].sort());
});

test('events that arrive again, late or in one batch record each change once', async () => {
  const [first, second, third] = [changed(), changed({ planId: 'pro-1' }), changed({ planId: 'pro-2' })];
  await receive(first);
  await receive(third, second);
  const all = ['subscription_started starter/monthly', 'plan_changed pro-2/monthly'];
  expect(await listActivity()).toEqual(all);
  await receive(second, first);
  await receive(third);
  expect(await listActivity()).toEqual(all);
});

test('a subscription and its payment in one batch are both recorded', async () => {
  await receive(changed(), billed());
  expect((await listActivity()).sort()).toContain('payment_succeeded $24.00');
});

test('an event of an unknown account leaves nothing', async () => {
  const foreign = changed();
  foreign.snapshot.claim = { accountId: 'acc_1', reference: 'chk_forged' };
  await receive(foreign, billed());
  expect(await listActivity()).toEqual([]);
});

test('the first payment’s card is one line, also when one write has its events before and after the subscription', async () => {
  const claim = { accountId: 'acc_1', reference: 'chk_1' };
  const paid = { ...billed(), claim, subscriptionId: null };
  await receive(paid, changed(), { ...billed(), claim });
  const lines = await listActivity();
  expect(lines.filter((line) => line.startsWith('card_changed'))).toEqual(['card_changed 4242']);
});
