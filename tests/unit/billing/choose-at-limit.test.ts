import { beforeAll, expect, test } from 'vitest';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client } from '../../support/own-database.ts';

const { raw, stores } = await ownMemoryDatabase();

beforeAll(async () => {
  await raw.batch([
    `INSERT INTO accounts (id, name, plan_id, timezone, created_at) VALUES ('acc_1', 'ada', 'pro-1', 'Etc/UTC', 1)`,
    `INSERT INTO workspaces (id, account_id, name, created_at) VALUES ('wks_1', 'acc_1', 'ada', 1)`,
  ]);
});

const viewer = { user: { id: 'usr_1' }, account: { id: 'acc_1' } } as Viewer;
const act = { kind: 'at_limit_changed', subject: '5' } as const;

async function choose(now: number, byPlan: Record<string, number>) {
  const prices = { currency: 'USD', byPlan };
  await stores.overage.choose({ now, viewer, client }, { maxThousands: 5, prices }, act);
  const { rows } = await raw.execute(
    `SELECT revision, (SELECT count(*) FROM audit_events) AS acts FROM workspaces`,
  );
  return { ...rows[0] };
}

test('a repeated choice changes and records nothing, also when the catalogue lists its prices in another order', async () => {
  const first = await choose(1, { 'pro-1': 800, 'starter-1': 900 });
  expect(first).toMatchObject({ acts: 1 });
  expect(await choose(2, { 'starter-1': 900, 'pro-1': 800 })).toEqual(first);
  expect(await choose(3, { 'starter-1': 900, 'pro-1': 700 })).toMatchObject({ acts: 2 });
});
