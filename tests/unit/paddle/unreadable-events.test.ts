import { beforeEach, expect, test } from 'vitest';
import { reconcileBilling } from '#app/use-cases/billing/reconcile-billing.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { json, Provider } from '../outbound/provider.ts';
import { billingAt } from './harness.ts';

const clock = { now: () => Date.UTC(2026, 0, 31) };
const { raw, stores } = await ownMemoryDatabase();

beforeEach(async () => {
  await raw.batch(['DELETE FROM provider_events', 'DELETE FROM cursors']);
});

const eventOf = (event_id: string, occurred_at: unknown = '2026-01-31T00:00:00Z') => ({
  event_id,
  event_type: 'address.created',
  occurred_at,
});
const unreadable = (id: string) => eventOf(id, 7);
const page = (data: unknown[], has_more: boolean) => json({ data, meta: { pagination: { has_more } } });
const empty = page([], false);

/** Does the daily run. @returns the cursors that it asked for, the one that it stored, and what it received and reported. */
async function reconcile(provider: Provider, cursor: string | null = 'evt_0') {
  if (cursor !== null) await stores.billing.markReconciled(cursor);
  const reported: string[] = [];
  const reportError = (error: unknown) => void reported.push(String(error));
  const billingProvider = billingAt(provider.url, { clock, reportError });
  await reconcileBilling({ clock, billing: stores.billing, billingProvider, reportError });
  const { rows } = await raw.execute('SELECT id FROM provider_events ORDER BY id');
  return {
    asked: provider.requests.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('after')),
    stored: await stores.billing.readReconciledUntil(),
    received: rows.map(({ id }) => id),
    reported,
  };
}

test.each([
  { cursor: 'evt_0', order: 1 },
  { cursor: null, order: -1 },
])(
  'an unreadable event after $cursor is reported, and keeps no other from its effect',
  async ({ cursor, order }) => {
    const events = [eventOf('evt_1'), unreadable('evt_2'), eventOf('evt_3')];
    await using provider = await Provider.start(page(order > 0 ? events : events.reverse(), false), empty);
    expect(await reconcile(provider, cursor)).toEqual({
      asked: [cursor, 'evt_3'],
      stored: 'evt_3',
      received: ['evt_1', 'evt_3'],
      reported: ['Error: evt_2 cannot be read.'],
    });
  },
);

test('a page of unreadable events keeps no later page from being read', async () => {
  await using provider = await Provider.start(
    page([unreadable('evt_1')], true),
    page([eventOf('evt_2')], false),
    empty,
  );
  expect(await reconcile(provider)).toEqual({
    asked: ['evt_0', 'evt_1', 'evt_2'],
    stored: 'evt_2',
    received: ['evt_2'],
    reported: ['Error: evt_1 cannot be read.'],
  });
});

test.each(['evt_0', null])(
  'the next run starts after the last event, also an unreadable one, from %s',
  async (cursor) => {
    await using provider = await Provider.start(page([unreadable('evt_1')], false), empty);
    const first = await reconcile(provider, cursor);
    expect(first).toMatchObject({ stored: 'evt_1', reported: ['Error: evt_1 cannot be read.'] });
    expect(await reconcile(provider, null)).toMatchObject({ stored: 'evt_1', reported: [] });
  },
);

test('a run that fails after unreadable pages does not read them again', async () => {
  await using provider = await Provider.start(page([unreadable('evt_1')], true), json({}, 403));
  const { stored, reported } = await reconcile(provider);
  expect([stored, reported.length]).toEqual(['evt_1', 2]);
});

test('ends, and reports it, when the provider repeats a page of unreadable events', async () => {
  const pages = Array.from({ length: 20 }, () => page([unreadable('evt_1')], true));
  await using provider = await Provider.start(...pages, empty);
  expect(await reconcile(provider)).toMatchObject({
    asked: ['evt_0', 'evt_1'],
    reported: [
      'Error: evt_1 cannot be read.',
      'Error: evt_1 cannot be read.',
      'Error: The provider lists evt_1 again after itself.',
    ],
  });
});
