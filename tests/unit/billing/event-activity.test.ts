import type { Client } from '@libsql/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Payment } from '#app/domain/billing/payment.ts';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { billingStore } from '#db/queries/billing.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';
import { kindsOf } from '../../support/recorded-acts.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
let raw: Client;
let store: ReturnType<typeof billingStore>;

beforeAll(async () => {
  const opened = await openMemoryDatabase();
  raw = opened.raw;
  store = billingStore(opened.db);
});
afterAll(() => raw.close());

const tables = ['audit_events', 'outbox', 'provider_events', 'payments', 'payment_methods', 'subscriptions'];
beforeEach(async () => {
  await raw.batch(
    [
      ...[...tables, 'workspaces', 'accounts'].map((table) => `DELETE FROM ${table}`),
      `INSERT INTO accounts (id, name, plan_id, timezone, created_at, trial_started_at, checkout_reference)
        VALUES ('acc_1', 'ada', 'trial-1', 'Etc/UTC', 1, 1, 'chk_1')`,
      `INSERT INTO workspaces (id, account_id, name, created_at) VALUES ('wks_1', 'acc_1', 'ada', 1)`,
    ],
    'write',
  );
});

let time = 0;
const stamp = (type: string) => {
  time += 1;
  return { id: `evt_${time}`, type, occurredAt: new Date(start + time).toISOString() };
};

function subscriptionEvent(change: Partial<Subscription> = {}): ProviderEvent {
  const event = stamp('subscription.updated');
  const subscription: Subscription = {
    providerId: 'sub_1',
    status: 'active',
    planId: 'starter',
    period: 'monthly',
    quota: null,
    currentPeriodEndsAt: start + 30 * DAY_MS,
    pausedAt: null,
    cancelsAt: null,
    ...change,
  };
  const claim = { accountId: 'acc_1', reference: 'chk_1' };
  return {
    ...event,
    kind: 'subscription',
    snapshot: {
      subscription,
      claim,
      boughtBy: null,
      customerId: 'ctm_1',
      taxInclusive: false,
      updatedAt: event.occurredAt,
    },
  };
}

function paymentEvent(
  payment: Partial<Payment>,
  lastFour = '4242',
): Extract<ProviderEvent, { kind: 'transaction' }> {
  return {
    ...stamp('transaction.updated'),
    kind: 'transaction',
    claim: { accountId: null, reference: null },
    subscriptionId: 'sub_1',
    isDunning: false,
    payment: {
      id: 'txn_1',
      date: start,
      total: { amount: 2_400, currency: 'USD' },
      status: 'paid',
      invoiceNumber: '1-1',
      ...payment,
    },
    method: { kind: 'card', brand: 'visa', lastFour, expiry: '12/2029' },
  };
}

const refundEvent = (transactionId: string): ProviderEvent => ({
  ...stamp('adjustment.updated'),
  kind: 'refund',
  transactionId,
});

/** @returns the account's activity, oldest first. */
async function listActivity() {
  const { rows } = await raw.execute('SELECT kind, subject, user_id FROM audit_events ORDER BY at, rowid');
  expect(rows.every(({ user_id }) => user_id === null)).toBe(true);
  return rows.map(({ kind, subject }) => `${kind} ${subject}`);
}

const receive = (...events: ProviderEvent[]) =>
  store.receive(
    events.map((event) => ({ event, rawBody: '{}' })),
    start + time,
  );

const quota = { executions: 42_000, activeWorkflows: 77 };
const pausedAt = start + 5;
/** Events in order, each with the activity line it leaves; null for an event that changes nothing. */
const history: Array<[event: () => ProviderEvent, line: string | null]> = [
  [() => subscriptionEvent(), 'subscription_started starter/monthly'],
  [() => paymentEvent({}), 'payment_succeeded $24.00'],
  [() => subscriptionEvent(), null],
  [() => subscriptionEvent({ period: 'yearly' }), 'plan_changed starter/yearly'],
  [() => subscriptionEvent({ planId: 'custom', quota }), 'plan_changed custom/monthly/42000/77'],
  [
    () => subscriptionEvent({ planId: 'custom', quota: { ...quota, activeWorkflows: 78 } }),
    'plan_changed custom/monthly/42000/78',
  ],
  [() => subscriptionEvent({ planId: 'pro-1' }), 'plan_changed pro-1/monthly'],
  [() => paymentEvent({ id: 'txn_2', status: 'failed' }), 'payment_failed $24.00'],
  [() => paymentEvent({ id: 'txn_2', status: 'failed' }), null],
  [() => paymentEvent({ id: 'txn_2', status: 'paid' }), 'payment_succeeded $24.00'],
  [() => paymentEvent({ id: 'txn_2', status: 'paid' }), null],
  [() => paymentEvent({ id: 'txn_3', total: { amount: 0, currency: 'USD' } }, '1111'), 'card_changed 1111'],
  [() => refundEvent('txn_2'), 'payment_refunded 2400 USD'],
  [() => refundEvent('txn_2'), null],
  [() => subscriptionEvent({ planId: 'pro-1', status: 'past_due' }), null],
  [
    () => subscriptionEvent({ planId: 'pro-1', status: 'paused', pausedAt }),
    'subscription_paused pro-1/monthly',
  ],
  [() => subscriptionEvent({ planId: 'pro-1', status: 'paused', pausedAt }), null],
  [() => subscriptionEvent({ planId: 'pro-1' }), 'subscription_resumed pro-1/monthly'],
  [
    () => subscriptionEvent({ planId: 'pro-1', cancelsAt: start + DAY_MS }),
    'cancellation_scheduled pro-1/monthly',
  ],
  [() => subscriptionEvent({ planId: 'pro-1' }), 'cancellation_undone pro-1/monthly'],
  [() => subscriptionEvent({ planId: 'pro-1', status: 'deleted' }), 'subscription_ended pro-1/monthly'],
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
  const [first, second, third] = [
    subscriptionEvent(),
    subscriptionEvent({ planId: 'pro-1' }),
    subscriptionEvent({ planId: 'pro-2' }),
  ];
  await receive(first);
  await receive(third, second);
  const all = ['subscription_started starter/monthly', 'plan_changed pro-2/monthly'];
  expect(await listActivity()).toEqual(all);
  await receive(second, first);
  await receive(third);
  expect(await listActivity()).toEqual(all);
});

test('a subscription and its payment in one batch are both recorded', async () => {
  await receive(subscriptionEvent(), paymentEvent({}));
  expect((await listActivity()).sort()).toContain('payment_succeeded $24.00');
});

test('an event of an unknown account leaves nothing', async () => {
  const foreign = subscriptionEvent();
  if (foreign.kind === 'subscription')
    foreign.snapshot.claim = { accountId: 'acc_1', reference: 'chk_forged' };
  await receive(foreign, paymentEvent({}));
  expect(await listActivity()).toEqual([]);
});

test('the first payment’s card is one line, also when one write has its events before and after the subscription', async () => {
  const claim = { accountId: 'acc_1', reference: 'chk_1' };
  const paid = { ...paymentEvent({}), claim, subscriptionId: null };
  await receive(paid, subscriptionEvent(), { ...paymentEvent({}), claim });
  const lines = await listActivity();
  expect(lines.filter((line) => line.startsWith('card_changed'))).toEqual(['card_changed 4242']);
});
