import { expect, test } from 'vitest';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { DatabaseUnavailable } from '#app/domain/errors/unavailable.ts';
import { reconcileBilling } from '#app/use-cases/billing/reconcile-billing.ts';
import type { BillingStore } from '#db/queries/billing.ts';
import { SqlError } from '#db/sql-over-http.ts';

type Other = Extract<ProviderEvent, { kind: 'other' }>;

const eventOf = (id: string, reason: Other['reason']) => ({
  event: {
    id,
    type: 'subscription.updated',
    occurredAt: '2026-01-31T00:00:00Z',
    kind: 'other',
    reason,
  } as Other,
  rawBody: '{}',
});

/** Reconciles with a provider that returns these readings in order. @returns what happened. */
async function reconcile(
  readings: Array<Array<ReturnType<typeof eventOf>>>,
  now = Date.UTC(2026, 0, 31),
  twice: string[] = [],
  foreign: string[] = [],
  failures: Record<string, Error> = {},
) {
  const came = {
    received: [] as string[],
    writes: 0,
    marks: [] as string[],
    asked: [] as unknown[],
    warned: [] as unknown[],
    /** How often it looked for paused subscriptions to end. */
    endings: 0,
  };
  const reported: string[] = [];
  const billing = {
    readReconciledUntil: async () => came.marks.at(-1) ?? null,
    receive: async (events: ReadonlyArray<{ event: ProviderEvent }>) => {
      came.writes += 1;
      for (const { event } of events) if (failures[event.id]) throw failures[event.id];
      came.received.push(...events.map(({ event }) => event.id));
      return events.map(({ event }) => event.id).filter((id) => foreign.includes(id));
    },
    markReconciled: async (id: string) => void came.marks.push(id),
    findBilledTwice: async () => twice,
    findReplacedSubscriptions: async () => {
      came.endings += 1;
      return [];
    },
    mailExpiringCards: async (cards: unknown) => void came.warned.push(cards),
  } as unknown as BillingStore;
  const billingProvider = {
    eventsSince: async (cursor: string | null) => {
      came.asked.push(cursor);
      const events = readings.shift() ?? [];
      return { events, cursor: events.at(-1)?.event.id ?? null };
    },
  } as unknown as BillingProvider;
  const reportError = (error: unknown) => void reported.push(String(error));
  await reconcileBilling({ clock: { now: () => now }, billing, billingProvider, reportError });
  return { ...came, reported };
}

test('reads on from the last event until there are no more, and processes each', async () => {
  const readings = [
    [eventOf('evt_1', 'nothing-follows'), eventOf('evt_2', 'unknown-type')],
    [eventOf('evt_3', 'nothing-follows')],
  ];
  expect(await reconcile(readings)).toEqual({
    received: ['evt_1', 'evt_2', 'evt_3'],
    writes: 2,
    marks: ['evt_2', 'evt_3'],
    asked: [null, 'evt_2', 'evt_3'],
    warned: [],
    endings: 1,
    reported: [],
  });
});

test('writes a page of events in a few round trips, and each event once', async () => {
  const page = Array.from({ length: 200 }, (_, number) => eventOf(`evt_${number}`, 'nothing-follows'));
  const { received, writes } = await reconcile([page]);
  expect(received).toEqual(page.map(({ event }) => event.id));
  expect(writes).toBeLessThan(10);
});

const page = ['evt_1', 'evt_2', 'evt_3'].map((id) => eventOf(id, 'nothing-follows'));

test('an event that the database refuses is reported, and keeps no other event from its effect', async () => {
  const refused = new SqlError({ message: 'NOT NULL constraint failed', code: 'SQLITE_CONSTRAINT' });
  const { received, marks, reported } = await reconcile([page], undefined, [], [], { evt_2: refused });
  expect(received).toEqual(['evt_1', 'evt_3']);
  expect(marks).toEqual(['evt_3']);
  expect(reported).toEqual(['Error: evt_2 was not stored.']);
});

test.each([
  ['does not answer', new DatabaseUnavailable(new Error('No answer.'))],
  ['has a full disk', new SqlError({ message: 'database or disk is full', code: 'SQLITE_FULL' })],
])('a run ends when the database %s, and the next run reads the same events', async (_what, down) => {
  const { marks, endings, reported } = await reconcile([page], undefined, ['acc_1'], [], { evt_2: down });
  // Without all events, a paused subscription can have been resumed.
  expect([marks, endings]).toEqual([[], 0]);
  // The rest of the run does not depend on the events.
  expect(reported).toEqual([String(down), 'Error: acc_1 pays for more than one subscription.']);
});

test.each([
  ['the same page', [['evt_1']]],
  ['earlier pages', [['evt_1'], ['evt_2']]],
])('ends, and reports it, when the provider repeats %s', async (_what, pages) => {
  const readings = Array.from({ length: 10 }, () => pages).flat();
  const { marks, reported } = await reconcile(
    readings.map((ids) => ids.map((id) => eventOf(id, 'nothing-follows'))),
    undefined,
    ['acc_1'],
  );
  expect(marks.length).toBeLessThan(5);
  expect(reported).toEqual([
    expect.stringContaining('lists evt_1 again'),
    'Error: acc_1 pays for more than one subscription.',
  ]);
});

test.each(['unknown-price', 'not-ours', 'unreadable'] as const)(
  'stores and reports an unknown event that no webhook delivered: %s',
  async (reason) => {
    const { received, reported } = await reconcile([[eventOf('evt_1', reason)]]);
    expect(received).toEqual(['evt_1']);
    expect(reported).toEqual(['Error: subscription.updated evt_1 was not applied.']);
  },
);

test('at the beginning of a month an account that pays with an expiring card is warned', async () => {
  const { warned } = await reconcile([], Date.UTC(2026, 1, 1, 4, 45));
  expect(warned).toEqual([{ expiry: '03/2026', lastDay: Date.UTC(2026, 2, 31) }]);
});

test('an account with two paid subscriptions is reported each day, until it is resolved', async () => {
  const { reported } = await reconcile([], undefined, ['acc_1']);
  expect(reported).toEqual([expect.stringMatching(/acc_1 pays for more than one subscription/)]);
});

test('an event that belongs to no checkout of ours is reported', async () => {
  const readings = [[eventOf('evt_1', 'nothing-follows'), eventOf('evt_2', 'nothing-follows')]];
  expect((await reconcile(readings, Date.UTC(2026, 0, 31), [], ['evt_2'])).reported).toEqual([
    expect.stringContaining('evt_2 was not applied'),
  ]);
});
