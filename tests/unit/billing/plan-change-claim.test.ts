import { beforeEach, expect, test } from 'vitest';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { newAccount, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client, viewerOf } from '../../support/own-database.ts';

const { db, raw, stores } = await ownMemoryDatabase();
let viewer: Viewer;
const now = Date.now();

beforeEach(async () => {
  for (const table of ['outbox', 'audit_events', 'accounts', 'users'])
    await raw.execute(`DELETE FROM ${table}`);
  const { account, statements } = newAccount(db, { step: null, subscription: 'active' });
  await write(db, statements);
  viewer = await viewerOf(db, account.owner.token);
});

async function claim(at: number) {
  if (!viewer.subscription) throw new Error('The account has no subscription.');
  const by = { now: at, viewer, client };
  const outcome = await stores.billing.claimChange(
    by,
    { kind: 'cancellation_requested' },
    viewer.subscription,
    true,
  );
  return outcome.kind === 'claimed' ? outcome.claim : null;
}
const isClaimed = async (at: number) => (await claim(at)) !== null;

/** The numbers of recorded requests and of examinations. */
async function written() {
  const { rows } = await raw.execute(`SELECT
    (SELECT count(*) FROM audit_events WHERE kind = 'cancellation_requested') AS recorded,
    (SELECT count(*) FROM outbox WHERE kind = 'billing.refund_lost_charge') AS examinations`);
  return { ...rows[0] };
}

test('of two changes in the same millisecond, one is made and recorded', async () => {
  expect([await isClaimed(now), await isClaimed(now)]).toEqual([true, false]);
  expect(await written()).toEqual({ recorded: 1, examinations: 1 });
});

test('a refused change writes nothing while the claim lasts, and the next one succeeds after it', async () => {
  const store = stores.billing;
  expect(await isClaimed(now)).toBe(true);
  expect([await claim(now + MINUTE_MS), await store.claimRepair(viewer.account.id, now)]).toEqual([
    null,
    null,
  ]);
  const second = await claim(now + MINUTE_MS + 1);
  if (!second) throw new Error('The first claim did not expire.');
  await store.releaseChange(second);
  expect(await isClaimed(now + MINUTE_MS + 1)).toBe(true);
  expect(await written()).toEqual({ recorded: 3, examinations: 3 });
});

test.for(['its release', 'its answer'] as const)(
  'a request whose claim expired does not end the next one’s, by %s',
  async (end) => {
    const store = stores.billing;
    const [expired, later] = [await claim(now), now + MINUTE_MS + 1];
    expect(await isClaimed(later)).toBe(true);
    if (!expired) throw new Error('The account was not free.');
    if (end === 'its release') await store.releaseChange(expired);
    else await store.receive([], later, expired);
    expect(await isClaimed(later)).toBe(false);
    expect(await store.claimRepair(viewer.account.id, later)).toBeNull();
  },
);
