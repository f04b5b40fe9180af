import type { Client } from '@libsql/client';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Payment } from '#app/domain/billing/payment.ts';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import { billingStatuses, type Subscription } from '#app/domain/billing/subscription.ts';
import { DAY_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import { billingStore } from '#db/queries/billing.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
const periodEnd = start + 30 * DAY_MS;
let raw: Client;
let store: ReturnType<typeof billingStore>;

beforeAll(async () => {
  const opened = await openMemoryDatabase();
  raw = opened.raw;
  store = billingStore(opened.db);
});
afterAll(() => raw.close());

const tables = ['outbox', 'audit_events', 'provider_events', 'payments', 'payment_methods', 'subscriptions'];
const clear = [...tables, 'workspaces', 'memberships', 'accounts', 'users'].map(
  (table) => `DELETE FROM ${table}`,
);
const addContact = (name: string, role: string) => [
  `INSERT INTO users (id, username, name, email, email_normalized, password_hash, wants_newsletter, confirmed_at,
      confirmation_sent_at, created_at)
    VALUES ('usr_${name}', '${name}', '${name}', '${name}@example.com', '${name}@example.com', '', 0, 1, 1, 1)`,
  `INSERT INTO memberships (user_id, account_id, role, created_at) VALUES ('usr_${name}', 'acc_1', '${role}', 1)`,
];
const reset = () =>
  raw.batch(
    [
      ...clear,
      `INSERT INTO accounts (id, name, plan_id, timezone, created_at, trial_started_at, checkout_reference)
        VALUES ('acc_1', 'ada', 'trial-1', 'Etc/UTC', 1, 1, 'chk_1')`,
      `INSERT INTO workspaces (id, account_id, name, created_at) VALUES ('wks_1', 'acc_1', 'ada', 1)`,
      ...addContact('ada', 'owner'),
    ],
    'write',
  );
beforeEach(reset);

/** @param at seconds since the start. */
const stamp = (at: number, type: string) => ({
  id: `evt_${at}`,
  type,
  occurredAt: new Date(start + at * SECOND_MS).toISOString(),
});

function subscriptionEvent(at: number, change: Partial<Subscription> = {}): ProviderEvent {
  const event = stamp(at, 'subscription.updated');
  const subscription: Subscription = {
    providerId: 'sub_1',
    status: 'active',
    planId: 'starter',
    period: 'monthly',
    quota: null,
    currentPeriodEndsAt: periodEnd,
    pausedAt: null,
    cancelsAt: null,
    ...change,
  };
  return {
    ...event,
    kind: 'subscription',
    snapshot: {
      subscription,
      claim: { accountId: 'acc_1', reference: 'chk_1' },
      boughtBy: null,
      customerId: 'ctm_1',
      taxInclusive: false,
      updatedAt: event.occurredAt,
    },
  };
}

function paymentEvent(at: number, payment: Partial<Payment>): ProviderEvent {
  return {
    ...stamp(at, 'transaction.updated'),
    kind: 'transaction',
    subscriptionId: 'sub_1',
    claim: { accountId: null, reference: null },
    isDunning: true,
    method: null,
    payment: {
      id: 'txn_1',
      date: start,
      total: { amount: 2_400, currency: 'USD' },
      status: 'paid',
      invoiceNumber: '1-1',
      ...payment,
    },
  };
}

/** Each argument is one write. */
async function receive(...writes: Array<ProviderEvent | readonly ProviderEvent[]>) {
  for (const events of writes)
    await store.receive(
      [events].flat().map((event) => ({ event, rawBody: '{}' })),
      start,
    );
}

/** @returns the template, recipient and date of each mail, oldest first. */
async function mails(): Promise<string[]> {
  const { rows } = await raw.execute("SELECT payload FROM outbox WHERE kind = 'mail' ORDER BY rowid");
  return rows.map(({ payload }) => {
    const { template, to } = JSON.parse(String(payload));
    return `${template} ${to.split('@')[0]}`;
  });
}

describe('a cancellation', () => {
  const cancelsAt = periodEnd;

  test('sends its mail again after it was undone in the same period', async () => {
    await receive(subscriptionEvent(1), subscriptionEvent(2, { cancelsAt }));
    await receive(subscriptionEvent(3), subscriptionEvent(4, { cancelsAt }));
    expect(await mails()).toEqual([
      'plan_welcome ada',
      'subscription_cancelled ada',
      'subscription_cancelled ada',
    ]);
  });

  test('sends no second mail when it takes effect some seconds late', async () => {
    await receive(subscriptionEvent(1), subscriptionEvent(2, { cancelsAt }));
    const end = { status: 'deleted' as const, cancelsAt: cancelsAt + 3 * SECOND_MS };
    await receive(subscriptionEvent(3, end), subscriptionEvent(4, end));
    expect(await mails()).toEqual(['plan_welcome ada', 'subscription_cancelled ada']);
  });

  test('sends another mail when it takes effect days before its date', async () => {
    await receive(subscriptionEvent(1), subscriptionEvent(2, { cancelsAt }));
    const end = { status: 'deleted' as const, cancelsAt: cancelsAt - 2 * DAY_MS };
    await receive(subscriptionEvent(3, end), subscriptionEvent(4, end));
    const cancelled = 'subscription_cancelled ada';
    expect((await mails()).toSorted()).toEqual(['plan_welcome ada', cancelled, cancelled]);
  });

  test('sends its mail when it takes effect without having been scheduled', async () => {
    const end = { status: 'deleted' as const, cancelsAt: start };
    await receive(subscriptionEvent(1), subscriptionEvent(2, end), subscriptionEvent(3, end));
    expect(await mails()).toEqual(['plan_welcome ada', 'subscription_cancelled ada']);
  });

  test('that arrives in one write with its subscription sends both mails', async () => {
    await receive([
      subscriptionEvent(2, { cancelsAt }),
      subscriptionEvent(1),
      subscriptionEvent(2, { cancelsAt }),
    ]);
    expect((await mails()).toSorted()).toEqual(['plan_welcome ada', 'subscription_cancelled ada']);
  });

  test('that is undone within one write sends nothing', async () => {
    await receive(subscriptionEvent(1), [subscriptionEvent(2, { cancelsAt }), subscriptionEvent(3)]);
    expect(await mails()).toEqual(['plan_welcome ada']);
  });
});

test('each pause sends its mail, also two within one paid period', async () => {
  const paused = { status: 'paused' as const };
  await receive(subscriptionEvent(1), subscriptionEvent(2, paused), subscriptionEvent(3, paused));
  await receive(subscriptionEvent(4), subscriptionEvent(5, paused));
  expect((await mails()).slice(1)).toEqual(['subscription_paused ada', 'subscription_paused ada']);
});

test('a later billing contact gets no mail about what happened before', async () => {
  const failed = { id: 'txn_2', status: 'failed' as const };
  await receive(subscriptionEvent(1), paymentEvent(2, {}), paymentEvent(3, failed));
  await receive(
    { ...subscriptionEvent(4), type: 'subscription.resumed' },
    subscriptionEvent(5, { status: 'paused' }),
  );
  const before = await mails();
  await raw.batch(addContact('grace', 'billing'), 'write');
  await receive(subscriptionEvent(10, { status: 'paused' }), paymentEvent(11, {}), paymentEvent(12, failed));
  await receive(subscriptionEvent(13), [subscriptionEvent(14), paymentEvent(15, {})]);
  expect(await mails()).toEqual(before);
  await receive(
    paymentEvent(20, { id: 'txn_3', date: start + DAY_MS }),
    subscriptionEvent(21, { cancelsAt: periodEnd }),
  );
  expect((await mails()).slice(before.length).toSorted()).toEqual([
    'payment_receipt ada',
    'payment_receipt grace',
    'subscription_cancelled ada',
    'subscription_cancelled grace',
  ]);
});

type State = Pick<Subscription, 'status' | 'cancelsAt'>;

/** The mails that a change of the stored subscription causes; `before` is null for the first state. */
function mailsOf(before: State | null, after: State): string[] {
  const isCancelled =
    after.cancelsAt !== null && after.cancelsAt < (before?.cancelsAt ?? Number.POSITIVE_INFINITY) - DAY_MS;
  return [
    ...(before === null && after.status === 'active' ? ['plan_welcome'] : []),
    ...(after.status === 'paused' && before?.status !== 'paused' ? ['subscription_paused'] : []),
    ...(isCancelled ? ['subscription_cancelled'] : []),
  ];
}

test('mails follow from the changes of each write, in any order and grouping, with duplicates', async () => {
  const state = fc.record({
    at: fc.integer({ min: 1, max: 9 }),
    status: fc.constantFrom(...billingStatuses),
    cancelsAt: fc.constantFrom(null, periodEnd, periodEnd + 1, periodEnd - 2 * DAY_MS),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(state, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
      async (drawn) => {
        await reset();
        // An event's id and time name its content.
        const states = new Map<number, State>();
        for (const { at, ...rest } of drawn.flat()) if (!states.has(at)) states.set(at, rest);
        const expected: string[] = [];
        let known: { at: number; state: State } | null = null;
        for (const write of drawn) {
          const at = Math.max(...write.map((one) => one.at));
          const newest = states.get(at);
          if (newest && at > (known?.at ?? 0)) {
            expected.push(...mailsOf(known?.state ?? null, newest));
            known = { at, state: newest };
          }
          const events = write.map((one) => subscriptionEvent(one.at, states.get(one.at)));
          await receive(events, events);
        }
        expect((await mails()).toSorted()).toEqual(expected.map((template) => `${template} ada`).toSorted());
      },
    ),
    { numRuns: 150, seed: 7 },
  );
});
