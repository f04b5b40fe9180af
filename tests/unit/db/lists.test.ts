import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ActivityFilter,
  queryOfActivity,
  readActivityFilter,
} from '#app/domain/access/activity-filter.ts';
import {
  type PaymentFilter,
  queryOfPayments,
  readPaymentFilter,
} from '#app/domain/billing/payment-filter.ts';
import { auditRow } from '#db/queries/audit.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client } from '../../support/own-database.ts';

const COUNT = 10_000;
const { db, raw, stores } = await ownMemoryDatabase();
const { activity, billing } = stores;

beforeAll(async () => {
  const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${COUNT})`;
  await raw.batch(
    [
      ...['acc_1', 'acc_2', 'acc_3'].map(
        (id) => `INSERT INTO accounts (id, name, plan_id, timezone, created_at, trial_started_at)
          VALUES ('${id}', '${id}', 'trial-1', 'Etc/UTC', 1, 1)`,
      ),
      `INSERT INTO users (id, username, name, email, email_normalized, password_hash, wants_newsletter, confirmed_at,
          confirmation_sent_at, created_at)
        VALUES ('usr_1', 'ada', 'Ada', 'ada@example.com', 'ada@example.com', '', 0, 1, 1, 1)`,
      `INSERT INTO memberships (user_id, account_id, role, created_at) VALUES ('usr_1', 'acc_1', 'owner', 1)`,
      // Three rows at each instant.
      `${numbers} INSERT INTO audit_events (id, at, account_id, user_id, kind, subject, address, user_agent)
        SELECT 'aud_' || n, n / 3, 'acc_1', iif(n % 100 = 0, 'usr_1', NULL), iif(n % 1000 = 0, 'token_created', 'signed_in'),
          NULL, '', '' FROM numbers`,
      `${numbers} INSERT INTO payments (id, account_id, date, amount, currency, status, event_at, event_id)
        SELECT 'txn_' || n, 'acc_1', n / 3, 123456789, 'USD', iif(n % 10 = 0, 'failed', 'paid'), '', '' FROM numbers`,
    ],
    'write',
  );
});
const all: ActivityFilter = { order: 'newest', cursor: null };

/** Reads a list to its end like the page. */
async function readAll(filter: ActivityFilter, limit: number) {
  const found: Array<{ at: number; id: string }> = [];
  for (let cursor = filter.cursor; ; ) {
    const page = await activity.page('acc_1', { ...filter, cursor }, limit);
    found.push(...page);
    const last = page.at(-1);
    if (!last || page.length < limit) return found;
    cursor = { at: last.at, id: last.id };
  }
}

test('events of one instant are listed in the order in which they happened, on whichever page', async () => {
  const subjects = Array.from({ length: 40 }, (_, index) => `event ${index}`);
  for (const subject of subjects)
    await auditRow(db, {
      now: 7,
      accountId: 'acc_3',
      userId: null,
      kind: 'signed_in',
      client,
      subject,
    });
  for (const order of ['oldest', 'newest'] as const) {
    const found: Array<string | null> = [];
    let { cursor } = all;
    for (let pages = 0; pages < 14; pages += 1) {
      const page = await activity.page('acc_3', { order, cursor }, 3);
      found.push(...page.map(({ subject }) => subject));
      const last = page.at(-1);
      if (last) cursor = { at: last.at, id: last.id };
    }
    expect(found).toEqual(order === 'oldest' ? subjects : [...subjects].reverse());
  }
});

describe('10,000 events', () => {
  test.for(['newest', 'oldest'] as const)('lists each event once, the %s first', async (order) => {
    const found = await readAll({ ...all, order }, 999);
    expect(new Set(found.map(({ id }) => id)).size).toBe(COUNT);
    const times = found.map(({ at }) => at);
    expect(times).toEqual([...times].sort((one, other) => (order === 'newest' ? other - one : one - other)));
  });

  test.for([
    [{ who: 'usr_1' }, 100],
    [{ who: 'nobody' }, 9_900],
    [{ what: 'tokens' }, 10],
    [{ what: 'tokens', who: 'nobody' }, 0],
    [{ what: 'tokens', who: 'usr_1' }, 10],
    [{ who: 'usr_2' }, 0],
  ] as const)('the filter %o finds %i events', async ([filter, count]) => {
    expect(await readAll({ ...all, ...filter }, 1_000)).toHaveLength(count);
  });

  test('shows none to another account', async () => {
    expect((await activity.pageWithMembers({ accountId: 'acc_2' }, all, 50)).events).toEqual([]);
  });

  test.for([
    ["user_id = 'usr_1'", 'audit_events_by_person'],
    ["(at, id) < (7, 'aud_9')", 'audit_events_by_account'],
  ])('a page where %s is read by %s', async ([condition, index]) => {
    const { rows } = await raw.execute(
      `EXPLAIN QUERY PLAN SELECT * FROM audit_events WHERE account_id = 'acc_1' AND ${condition}
        ORDER BY at DESC, id DESC LIMIT 51`,
    );
    expect(rows.map(({ detail }) => detail).join()).toContain(index);
  });
});

describe('10,000 payments', () => {
  const read = async (filter: Partial<PaymentFilter>) => {
    const found: string[] = [];
    let cursor: PaymentFilter['cursor'] = null;
    for (;;) {
      const page = await billing.payments('acc_1', 999, { order: 'newest', ...filter, cursor });
      found.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last || page.length < 999) return found;
      cursor = { date: last.date, id: last.id };
    }
  };

  test('each once in either order, and by status', async () => {
    const [newest, oldest] = [await read({}), await read({ order: 'oldest' })];
    expect(new Set(newest).size).toBe(COUNT);
    expect(oldest).toEqual(newest.toReversed());
    expect(await read({ status: 'failed' })).toHaveLength(1_000);
    expect(await read({ status: 'refunded' })).toEqual([]);
  });

  test('a page is read in the order of the index, without sorting', async () => {
    const { rows } = await raw.execute(
      `EXPLAIN QUERY PLAN SELECT * FROM payments WHERE account_id = 'acc_1' ORDER BY date DESC, id DESC LIMIT 21`,
    );
    const plan = rows.map(({ detail }) => detail).join();
    expect(plan).toContain('payments_by_account');
    expect(plan).not.toContain('TEMP B-TREE');
  });
});

describe('a filter in the address', () => {
  test.for<ActivityFilter>([
    all,
    { who: 'usr_abc', what: 'billing', order: 'oldest', cursor: { at: 7, id: 'aud_x-1' } },
    { who: 'nobody', order: 'newest', cursor: null },
  ])('activity pages read back their own filter: %o', (filter) => {
    expect(readActivityFilter(new URLSearchParams(queryOfActivity(filter)))).toEqual(filter);
  });

  test.for<PaymentFilter>([
    { order: 'newest', cursor: null },
    { status: 'refunded', order: 'oldest', cursor: { date: 7, id: 'txn_1' } },
  ])('payment pages read back their own filter: %o', (filter) => {
    expect(readPaymentFilter(new URLSearchParams(queryOfPayments(filter)))).toEqual(filter);
  });

  test('ignores invalid parameters', () => {
    const garbage = 'who=x&what=constructor&order=up&before=x.2&status=none';
    expect(readActivityFilter(new URLSearchParams(garbage))).toEqual({
      ...all,
      who: undefined,
      what: undefined,
    });
    expect(readPaymentFilter(new URLSearchParams(garbage))).toEqual({ ...all, status: undefined });
  });
});
