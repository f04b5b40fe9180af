import type { Client } from '@libsql/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import type { Db } from '#db/database.ts';
import { billingStore } from '#db/queries/billing.ts';
import { newAccount, write } from '../../support/account-rows.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client, viewerOf } from '../../support/own-database.ts';

let db: Db;
let raw: Client;
let viewer: Viewer;
const now = Date.now();

beforeAll(async () => {
  ({ db, raw } = await openMemoryDatabase());
});

afterAll(() => raw.close());

beforeEach(async () => {
  for (const table of ['outbox', 'audit_events', 'accounts', 'users'])
    await raw.execute(`DELETE FROM ${table}`);
  const { account, statements } = newAccount(db, { step: null, subscription: 'active' });
  await write(db, statements);
  viewer = await viewerOf(db, account.owner.token);
});

const claim = (at: number) =>
  billingStore(db).claimChange({ now: at, viewer, client }, { kind: 'cancellation_requested' }, 'sub_1');

/** The numbers of recorded requests and of examinations. */
async function written() {
  const { rows } = await raw.execute(`SELECT
    (SELECT count(*) FROM audit_events WHERE kind = 'cancellation_requested') AS recorded,
    (SELECT count(*) FROM outbox WHERE kind = 'billing.refund_lost_charge') AS examinations`);
  return { ...rows[0] };
}

test('of two changes in the same millisecond, one is made and recorded', async () => {
  expect([await claim(now), await claim(now)]).toEqual([true, false]);
  expect(await written()).toEqual({ recorded: 1, examinations: 1 });
});

test('a refused change writes nothing while the claim lasts, and the next one succeeds after it', async () => {
  const store = billingStore(db);
  expect(await claim(now)).toBe(true);
  expect([await claim(now + MINUTE_MS), await store.claimRepair(viewer.account.id, now)]).toEqual([
    false,
    false,
  ]);
  expect(await claim(now + MINUTE_MS + 1)).toBe(true);
  await store.releaseChange(viewer.account.id);
  expect(await claim(now + MINUTE_MS + 1)).toBe(true);
  expect(await written()).toEqual({ recorded: 3, examinations: 3 });
});
