import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { subscriptionRanks } from '#app/domain/billing/current-subscription.ts';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import { type BillingStatus, billingStatuses } from '#app/domain/billing/subscription.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { eventStatements } from '#db/queries/billing-events.ts';
import {
  accountId,
  insertAccounts,
  paymentEvent,
  received,
  resetAccount,
  start,
  subscriptionEvent,
} from '../../support/billing-events.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';

const { db, raw, stores } = await ownMemoryDatabase();

/** @returns statements that insert each account's first subscription, without which no other checkout can begin. */
function insertEndings(endings: readonly string[]) {
  return [
    {
      sql: `INSERT INTO subscriptions (id, account_id, status, plan_id, period, current_period_ends_at, is_current,
          checkout_reference)
        SELECT 'sub_1' || value, '${accountId}' || value, 'active', 'starter', 'monthly', 1, 1, 'chk_0' || value
        FROM json_each(?)`,
      args: [JSON.stringify(endings)],
    },
  ];
}

beforeEach(() => resetAccount(raw));

const quota = { executions: 42_000, activeWorkflows: 77 };
const histories: Record<string, ProviderEvent[]> = {
  'bought, changed, overdue, paid, customised, cancelled': [
    subscriptionEvent(1, 'subscription.created', {}),
    subscriptionEvent(2, 'subscription.updated', { planId: 'pro-1', period: 'yearly' }),
    subscriptionEvent(3, 'subscription.past_due', { planId: 'pro-1', period: 'yearly', status: 'past_due' }),
    subscriptionEvent(4, 'subscription.updated', { planId: 'pro-1', period: 'yearly' }),
    subscriptionEvent(5, 'subscription.updated', { planId: 'custom', period: 'yearly', quota }),
    subscriptionEvent(6, 'subscription.updated', {
      planId: 'custom',
      period: 'yearly',
      quota,
      cancelsAt: start + 9 * DAY_MS,
    }),
  ],
  'paused and resumed, with its bills': [
    subscriptionEvent(1, 'subscription.created', { planId: 'pro-2' }),
    paymentEvent(2, 'transaction.payment_failed', { status: 'failed' }),
    subscriptionEvent(3, 'subscription.past_due', { planId: 'pro-2', status: 'past_due' }),
    subscriptionEvent(4, 'subscription.paused', { planId: 'pro-2', status: 'paused', pausedAt: start + 4 }),
    subscriptionEvent(5, 'subscription.resumed', { planId: 'pro-2' }),
    paymentEvent(6, 'transaction.completed', { status: 'paid' }),
  ],
  'ended, and another bought before all events of the first arrived': [
    subscriptionEvent(1, 'subscription.created', {}),
    subscriptionEvent(2, 'subscription.updated', { cancelsAt: start + 3 }),
    subscriptionEvent(3, 'subscription.canceled', { status: 'deleted', cancelsAt: start + 3 }),
    subscriptionEvent(4, 'subscription.created', { providerId: 'sub_2', planId: 'pro-2' }),
    subscriptionEvent(5, 'subscription.updated', { providerId: 'sub_2', planId: 'pro-1' }),
    subscriptionEvent(6, 'subscription.updated', { status: 'deleted', cancelsAt: start + 3 }),
  ],
};

function* permutations<Item>(items: Item[]): Generator<Item[]> {
  if (items.length <= 1) {
    yield items;
    return;
  }
  for (const [index, item] of items.entries()) {
    const others = items.toSpliced(index, 1);
    for (const rest of permutations(others)) yield [item, ...rest];
  }
}

/** The final rows of the account with this ending, except which write made them, when, and from what. */
async function outcome(ending = '') {
  const id = `${accountId}${ending}`;
  const [subscriptions, accounts] = await raw.batch(
    [
      { sql: 'SELECT * FROM subscriptions WHERE is_current = 1 AND account_id = ?', args: [id] },
      { sql: 'SELECT plan_id, customer_id FROM accounts WHERE id = ?', args: [id] },
    ],
    'read',
  );
  const subscription: Record<string, unknown> = Object.fromEntries(
    Object.entries({ ...subscriptions?.rows[0] }).filter(([name]) => !HISTORY.includes(name)),
  );
  const facts = await stores.workspaces.instanceFacts(`wks_1${ending}`);
  const { payments, method } = await stores.billing.account({ accountId: id }, 100, {
    order: 'newest',
    cursor: null,
  });
  const { factsRevision: _revision, ...limits } = facts ?? { factsRevision: 0 };
  const all = { subscription, account: { ...accounts?.rows[0] }, limits, method, payments };
  return JSON.parse(JSON.stringify(all).replaceAll(ending, '')) as typeof all;
}

/** Columns about the write that made a row, which depends on the order of events. */
const HISTORY = ['applied_by', 'previous_status', 'previous_cancels_at'];

/** @returns the rows from which each account's outcome follows, without their endings, by ending. */
async function readRows(): Promise<Map<string, unknown[]>> {
  const results = await raw.batch(
    [
      'SELECT account_id AS owner, * FROM subscriptions WHERE is_current = 1',
      'SELECT id AS owner, * FROM accounts',
      'SELECT account_id AS owner, * FROM payments ORDER BY id',
      'SELECT account_id AS owner, * FROM payment_methods',
    ],
    'read',
  );
  const found = new Map<string, unknown[]>();
  for (const row of results.flatMap(({ rows }) => rows)) {
    const ending = String(row.owner).slice(accountId.length);
    const columns = Object.entries({ ...row }).filter(([name]) => !HISTORY.includes(name));
    const plain: unknown = JSON.parse(JSON.stringify(columns).replaceAll(ending, ''));
    found.set(ending, [...(found.get(ending) ?? []), plain]);
  }
  return found;
}

/** The same event for another account. */
function eventOf(event: ProviderEvent, ending: string): ProviderEvent {
  const named = JSON.stringify(event).replaceAll(/"((?:acc|sub|evt|txn|ctm|chk)_[^"]*)"/g, `"$1${ending}"`);
  return JSON.parse(named) as ProviderEvent;
}

/** @param writes each entry holds the events of one write, in order. */
async function receive(writes: ReadonlyArray<readonly ProviderEvent[]>, name = 'req') {
  const statements = writes.flatMap((events, index) =>
    eventStatements(db, received(events), { id: `${name}_${index}`, now: start + index }),
  );
  await db.batch({ statements });
}

const receiveAll = (events: readonly ProviderEvent[]) => receive(events.map((event) => [event]));

/** @returns the events divided into writes; `number` selects the division. */
function groupEvents(events: readonly ProviderEvent[], number: number): ProviderEvent[][] {
  const writes: ProviderEvent[][] = [];
  events.forEach((event, index) => {
    const begins = index === 0 || (Math.imul(number, 0x9e3779b1) >>> index) % 2 === 0;
    if (begins) writes.push([event]);
    else writes.at(-1)?.push(event);
  });
  return writes;
}

test.for(Object.entries(histories))(
  'every order of “%s”, with duplicates, ends in the same subscription and limits',
  { timeout: 300_000 },
  async ([name, history]) => {
    const isBoughtAgain = name.startsWith('ended');
    if (isBoughtAgain) await raw.batch(insertEndings(['']), 'write');
    await receiveAll(history);
    const expected = await outcome();
    expect(expected.subscription).toMatchObject({ account_id: accountId, event_at: expect.any(String) });

    // Each order applies to a separate account, and all of them run together.
    const orders = [...permutations(history)].map((order, number) => {
      const ending = `~${number}~`;
      // Each event arrives twice, the second time in reverse order, so every order meets every duplicate.
      const events = [...order, ...order.toReversed()].map((event) => eventOf(event, ending));
      return { ending, writes: groupEvents(events, number) };
    });
    expect(orders).toHaveLength(720);
    const endings = orders.map(({ ending }) => ending);
    await raw.batch([...insertAccounts(endings), ...(isBoughtAgain ? insertEndings(endings) : [])], 'write');
    for (let turn = 0; turn < 2 * history.length; turn += 1) {
      await receive([orders.flatMap(({ writes }) => writes[turn] ?? [])], `turn_${turn}`);
    }
    const rows = await readRows();
    expect(rows.size).toBe(1 + orders.length);
    for (const { ending } of orders) expect(rows.get(ending)).toEqual(rows.get(''));
    // The product reads limits and bills from these rows.
    for (const { ending } of orders.slice(0, 24)) expect(await outcome(ending)).toEqual(expected);
  },
);

test('a bill that arrives before its subscription is found by the account it names', async () => {
  const bill = paymentEvent(2, 'transaction.completed', {});
  await receiveAll([
    { ...bill, claim: { accountId, reference: 'chk_1' } } as ProviderEvent,
    subscriptionEvent(1, 'subscription.created', {}),
  ]);
  expect((await outcome()).payments).toHaveLength(1);
});

/** The templates of written mails, and the kinds of other outbox items. */
async function effects(): Promise<unknown[]> {
  const { rows } = await raw.execute('SELECT kind, payload FROM outbox ORDER BY id');
  return rows
    .map(({ kind, payload }) =>
      kind === 'mail' ? (JSON.parse(String(payload)) as { template: string }).template : kind,
    )
    .toSorted();
}

test('the newer of two subscriptions counts, whatever events of the ended one arrive', async () => {
  const history = histories['ended, and another bought before all events of the first arrived'] ?? [];
  await raw.batch(insertEndings(['']), 'write');
  await receive([history]);
  const { subscription, account, limits } = await outcome();
  expect(subscription).toMatchObject({ id: 'sub_2', status: 'active', plan_id: 'pro-1' });
  expect(account).toMatchObject({ plan_id: 'pro-1' });
  expect(limits).toMatchObject({ entitlement: { kind: 'active' } });
});

/** The same facts again, long after the last event. */
function repeatEvent(event: ProviderEvent, id: string): ProviderEvent {
  const occurredAt = new Date(start + 60 * DAY_MS).toISOString();
  const again = { ...event, id, occurredAt };
  return again.kind === 'subscription'
    ? { ...again, type: 'subscription.updated', snapshot: { ...again.snapshot, updatedAt: occurredAt } }
    : again;
}

test.for(
  Object.entries(histories).flatMap(([name, history]) => history.map((_, index) => [name, index] as const)),
)(
  'mail “%s” is not written again when event %i arrives after the record was cleared',
  async ([name, index]) => {
    if (name.startsWith('ended')) await raw.batch(insertEndings(['']), 'write');
    const history = histories[name]?.slice(0, index + 1) ?? [];
    await receiveAll(history);
    const mails = async () =>
      (await raw.execute("SELECT id FROM outbox WHERE kind = 'mail' AND delivered_at IS NULL")).rows;
    const before = await mails();
    await raw.execute({ sql: 'UPDATE outbox SET delivered_at = ?', args: [start] });
    await stores.maintenance.removeExpired(start + 60 * DAY_MS);
    const latest = history.map((event, number) => repeatEvent(event, `evt_again_${number}`)).slice(-1);
    await receive([latest], 'again');
    expect(await mails(), `after ${before.length} mails`).toEqual([]);
    // Delivered items other than mails are deleted.
    const { rows } = await raw.execute(
      "SELECT id FROM outbox WHERE kind <> 'mail' AND delivered_at IS NOT NULL",
    );
    expect(rows).toEqual([]);
  },
);

test('an expiring card is announced once', async () => {
  await receiveAll([
    subscriptionEvent(1, 'subscription.created', {}),
    paymentEvent(2, 'transaction.completed', {}),
  ]);
  const write = () => stores.billing.mailExpiringCards({ expiry: '12/2029', lastDay: start }, start);
  const count = async () =>
    (await raw.execute("SELECT id FROM outbox WHERE payload LIKE '%card_expiring%'")).rows.length;
  await write();
  expect(await count()).toBe(1);
  await raw.execute({ sql: "UPDATE outbox SET delivered_at = ?, payload = '{}'", args: [start] });
  // Announcements repeat for three days.
  await stores.maintenance.removeExpired(start + 3 * DAY_MS);
  await write();
  expect(await count()).toBe(0);
});

test('the mail about a reactivated subscription is sent once, and only after a bill is paid', async () => {
  const resumed = subscriptionEvent(2, 'subscription.resumed', {});
  const updated = subscriptionEvent(3, 'subscription.updated', {});
  const declined = paymentEvent(3, 'transaction.payment_failed', { status: 'failed' });
  await receive([
    [subscriptionEvent(1, 'subscription.created', {}), updated],
    [resumed, updated],
    [resumed],
    [declined],
  ]);
  expect(await effects()).toEqual([
    'payment_failed',
    'plan_welcome',
    'workspace.announce_payment',
    'workspace.send_facts',
  ]);
  const paid = paymentEvent(5, 'transaction.completed', {});
  const after = [
    'payment_failed',
    'payment_receipt',
    'plan_welcome',
    'subscription_resumed',
    'workspace.announce_payment',
    'workspace.announce_payment',
    'workspace.send_facts',
  ];
  await receive([[paid], [paid]]);
  expect(await effects()).toEqual(after);
  await receive([
    [
      subscriptionEvent(6, 'subscription.updated', { planId: 'pro-1' }),
      paymentEvent(7, 'transaction.completed', {}),
    ],
  ]);
  expect((await effects()).filter((kind) => kind === 'subscription_resumed')).toHaveLength(1);
});

test('the bill of a resumption can arrive before the resumption', async () => {
  await receive([
    [subscriptionEvent(1, 'subscription.created', {})],
    [paymentEvent(5, 'transaction.completed', {})],
  ]);
  await receive([[subscriptionEvent(2, 'subscription.resumed', {})]]);
  expect(await effects()).toEqual([
    'payment_receipt',
    'plan_welcome',
    'subscription_resumed',
    'workspace.announce_payment',
    'workspace.send_facts',
  ]);
});

test('buying again while paused sends the activation mail, and nothing about the old subscription’s end', async () => {
  await raw.execute(`UPDATE subscriptions SET status = 'paused' WHERE id = 'sub_1'`);
  await raw.execute(`INSERT INTO subscriptions (id, account_id, status, plan_id, period, current_period_ends_at, is_current,
    event_id) VALUES ('sub_0', '${accountId}', 'paused', 'starter', 'monthly', 1, 1, 'evt_0')`);
  await receive([[subscriptionEvent(1, 'subscription.created', {})]]);
  expect(await stores.billing.findReplacedSubscriptions()).toEqual(['sub_0']);
  const end = { providerId: 'sub_0', status: 'deleted' as const, cancelsAt: start + 2 };
  await receive([
    [subscriptionEvent(2, 'subscription.answered', end)],
    [subscriptionEvent(3, 'subscription.updated', {})],
  ]);
  expect(await stores.billing.findReplacedSubscriptions()).toEqual([]);
  expect((await outcome()).subscription).toMatchObject({ id: 'sub_1', status: 'active' });
  const mails = (await effects()).filter((kind) => kind !== 'workspace.send_facts');
  expect(mails).toEqual(['subscription_resumed']);
});

test('a subscription to an unknown plan is applied to no account, and events beside it are applied', async () => {
  const foreign = subscriptionEvent(2, 'subscription.updated', { providerId: 'sub_2', planId: 'none' });
  await receive([[foreign, subscriptionEvent(1, 'subscription.created', {})]]);
  expect((await outcome()).subscription).toMatchObject({ id: 'sub_1' });
  expect((await raw.execute('SELECT id FROM subscriptions')).rows).toHaveLength(1);
});

/** @returns the subscription of the first rank, and of several the one with the newest event; events sort by their instant and id. */
function chooseSubscription<One extends { status: BillingStatus; eventAt: string; eventId: string }>(
  all: readonly One[],
): One | undefined {
  const newestFirst = all.toSorted((one, other) =>
    `${one.eventAt} ${one.eventId}` < `${other.eventAt} ${other.eventId}` ? 1 : -1,
  );
  const first = Math.min(...all.map(({ status }) => subscriptionRanks[status]));
  return newestFirst.find(({ status }) => subscriptionRanks[status] === first);
}

test('the account uses the subscription of the first rank with the newest event', async () => {
  const event = fc.record({
    subscription: fc.integer({ min: 1, max: 3 }),
    at: fc.integer({ min: 0, max: 3 }),
    status: fc.constantFrom(...billingStatuses),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 8 }), async (events) => {
      const known = ['sub_1', 'sub_2', 'sub_3'].map((id) => ({
        sql: `INSERT INTO subscriptions (id, account_id, status, plan_id, period, current_period_ends_at, is_current,
            event_id) VALUES (?, ?, 'active', 'starter', 'monthly', 1, ?, ?)`,
        args: [id, accountId, id === 'sub_1' ? 1 : 0, id],
      }));
      await resetAccount(raw, known);
      await receive(
        events.map(({ subscription, at, status }, index) => [
          { ...subscriptionEvent(at, `update_${index}`, { providerId: `sub_${subscription}`, status }) },
        ]),
      );
      const { rows } = await raw.execute(
        'SELECT id, status, event_at, event_id, is_current FROM subscriptions',
      );
      const all = rows.map((row) => ({
        id: String(row.id),
        status: row.status as BillingStatus,
        isCurrent: row.is_current === 1,
        eventAt: String(row.event_at),
        eventId: String(row.event_id),
      }));
      expect(all.filter(({ isCurrent }) => isCurrent)).toEqual([chooseSubscription(all)]);
    }),
    { numRuns: 60, seed: 14 },
  );
});

test('finds two subscriptions that are both paid for', async () => {
  expect(await stores.billing.findBilledTwice()).toEqual([]);
  const second = subscriptionEvent(2, 'subscription.created', { providerId: 'sub_2', planId: 'pro-1' });
  await raw.batch(insertEndings(['']), 'write');
  await receive([[subscriptionEvent(1, 'subscription.updated', {}), second]]);
  expect(await stores.billing.findBilledTwice()).toEqual([accountId]);
});

test('an event repeated a hundred times causes one workspace message, one billing change, one receipt and one welcome mail', async () => {
  const events = [
    subscriptionEvent(1, 'subscription.created', {}),
    paymentEvent(2, 'transaction.completed', {}),
  ];
  await receiveAll(Array.from({ length: 100 }, () => events).flat());
  expect(await effects()).toEqual([
    'payment_receipt',
    'plan_welcome',
    'workspace.announce_payment',
    'workspace.send_facts',
  ]);
});

test('an unknown account gets nothing, and the event is kept', async () => {
  const event = subscriptionEvent(1, 'subscription.created', {});
  await receiveAll([
    {
      ...event,
      snapshot: { ...event.snapshot, claim: { accountId: 'acc_none', reference: null } },
    },
  ]);
  expect((await outcome()).subscription).toEqual({});
  expect((await raw.execute('SELECT id FROM provider_events')).rows).toHaveLength(1);
});

const claims: Array<[string, { accountId: string; reference: string | null }, string | null, boolean]> = [
  ['the reference of the last checkout', { accountId, reference: 'chk_1' }, null, true],
  ['the transaction of the last checkout', { accountId, reference: null }, 'txn_last', true],
  ['the account alone', { accountId, reference: null }, null, false],
  ['a reference that is guessed', { accountId, reference: 'chk_2' }, null, false],
  ['a transaction of its own', { accountId, reference: null }, 'txn_own', false],
];

test.for(claims)(
  'a checkout that names %s counts for its account only',
  async ([, claim, boughtBy, counts]) => {
    await raw.execute(`UPDATE accounts SET checkout_id = 'txn_last' WHERE id = '${accountId}'`);
    const created = subscriptionEvent(1, 'subscription.created', {});
    const bill = paymentEvent(2, 'transaction.completed', { id: boughtBy ?? 'txn_1' });
    const events = [
      { ...bill, claim },
      { ...created, snapshot: { ...created.snapshot, claim, boughtBy } },
    ];
    const foreign = await stores.billing.receive(received(events), start);
    expect(foreign.toSorted()).toEqual(counts ? [] : events.map(({ id }) => id).toSorted());
    const { subscription, payments, method } = await outcome();
    expect([subscription.id, payments.length, method === null]).toEqual(
      counts ? ['sub_1', 1, false] : [undefined, 0, true],
    );
    const { rows } = await raw.execute('SELECT DISTINCT outcome FROM provider_events ORDER BY outcome');
    expect(rows.map((row) => row.outcome)).toEqual(counts ? ['subscription', 'transaction'] : ['not-ours']);
  },
);

test('a reference buys once: another subscription by it belongs to no account', async () => {
  const store = stores.billing;
  const receiveOne = (event: ProviderEvent) => store.receive(received([event]), start);
  expect(await receiveOne(subscriptionEvent(1, 'subscription.created', {}))).toEqual([]);
  const again = subscriptionEvent(2, 'subscription.created', { providerId: 'sub_2', planId: 'pro-2' });
  expect(await receiveOne(again)).toEqual([again.id]);
  expect((await outcome()).account).toEqual({ plan_id: 'starter', customer_id: 'ctm_1' });
  expect(await store.findBilledTwice()).toEqual([]);
});
