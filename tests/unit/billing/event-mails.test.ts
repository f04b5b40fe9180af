import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Payment } from '#app/domain/billing/payment.ts';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import { billingStatuses, type Subscription } from '#app/domain/billing/subscription.ts';
import { DAY_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import {
  paymentEvent,
  received,
  resetAccount,
  start,
  subscriptionEvent,
} from '../../support/billing-events.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';

const periodEnd = start + 30 * DAY_MS;
const { raw, stores } = await ownMemoryDatabase();

const reset = () => resetAccount(raw);
beforeEach(reset);

const addContact = [
  `INSERT INTO users (id, username, name, email, email_normalized, password_hash, wants_newsletter, confirmed_at,
      confirmation_sent_at, created_at)
    VALUES ('usr_grace', 'grace', 'Grace', 'grace@example.com', 'grace@example.com', '', 0, 1, 1, 1)`,
  `INSERT INTO memberships (user_id, account_id, role, created_at) VALUES ('usr_grace', 'acc_1', 'billing', 1)`,
];

/** @param at seconds since the start. */
const changed = (at: number, change?: Partial<Subscription>) =>
  subscriptionEvent(at * SECOND_MS, 'subscription.updated', change);
/** @param at seconds since the start. */
const billed = (at: number, payment?: Partial<Payment>) => ({
  ...paymentEvent(at * SECOND_MS, 'transaction.updated', payment),
  method: null,
});

/** Each argument is one write. */
async function receive(...writes: Array<ProviderEvent | readonly ProviderEvent[]>) {
  for (const events of writes) await stores.billing.receive(received([events].flat()), start);
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
    await receive(changed(1), changed(2, { cancelsAt }));
    await receive(changed(3), changed(4, { cancelsAt }));
    expect(await mails()).toEqual([
      'plan_welcome ada',
      'subscription_cancelled ada',
      'subscription_cancelled ada',
    ]);
  });

  test('sends no second mail when it takes effect some seconds late', async () => {
    await receive(changed(1), changed(2, { cancelsAt }));
    const end = { status: 'deleted' as const, cancelsAt: cancelsAt + 3 * SECOND_MS };
    await receive(changed(3, end), changed(4, end));
    expect(await mails()).toEqual(['plan_welcome ada', 'subscription_cancelled ada']);
  });

  test('sends another mail when it takes effect days before its date', async () => {
    await receive(changed(1), changed(2, { cancelsAt }));
    const end = { status: 'deleted' as const, cancelsAt: cancelsAt - 2 * DAY_MS };
    await receive(changed(3, end), changed(4, end));
    const cancelled = 'subscription_cancelled ada';
    expect((await mails()).toSorted()).toEqual(['plan_welcome ada', cancelled, cancelled]);
  });

  test('sends its mail when it takes effect without having been scheduled', async () => {
    const end = { status: 'deleted' as const, cancelsAt: start };
    await receive(changed(1), changed(2, end), changed(3, end));
    expect(await mails()).toEqual(['plan_welcome ada', 'subscription_cancelled ada']);
  });

  test('that arrives in one write with its subscription sends both mails', async () => {
    await receive([changed(2, { cancelsAt }), changed(1), changed(2, { cancelsAt })]);
    expect((await mails()).toSorted()).toEqual(['plan_welcome ada', 'subscription_cancelled ada']);
  });

  test('that is undone within one write sends nothing', async () => {
    await receive(changed(1), [changed(2, { cancelsAt }), changed(3)]);
    expect(await mails()).toEqual(['plan_welcome ada']);
  });
});

test('each pause sends its mail, also two within one paid period', async () => {
  const paused = { status: 'paused' as const };
  await receive(changed(1), changed(2, paused), changed(3, paused));
  await receive(changed(4), changed(5, paused));
  expect((await mails()).slice(1)).toEqual(['subscription_paused ada', 'subscription_paused ada']);
});

test('a later billing contact gets no mail about what happened before', async () => {
  const failed = { id: 'txn_2', status: 'failed' as const };
  await receive(changed(1), billed(2), billed(3, failed));
  await receive({ ...changed(4), type: 'subscription.resumed' }, changed(5, { status: 'paused' }));
  const before = await mails();
  await raw.batch(addContact, 'write');
  await receive(changed(10, { status: 'paused' }), billed(11), billed(12, failed));
  await receive(changed(13), [changed(14), billed(15)]);
  expect(await mails()).toEqual(before);
  await receive(billed(20, { id: 'txn_3', date: start + DAY_MS }), changed(21, { cancelsAt: periodEnd }));
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
          const events = write.map((one) => changed(one.at, states.get(one.at)));
          await receive(events, events);
        }
        expect((await mails()).toSorted()).toEqual(expected.map((template) => `${template} ada`).toSorted());
      },
    ),
    { numRuns: 150, seed: 7 },
  );
});
