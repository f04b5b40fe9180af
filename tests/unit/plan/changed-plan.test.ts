import { expect, test } from 'vitest';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import { migrateClient } from '#db/migrate.ts';
import { newAccount, write } from '../../support/account-rows.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';

const { db, raw, stores } = await ownMemoryDatabase();

const queued = async () =>
  (
    await raw.execute(
      `SELECT payload ->> 'workspaceId' AS id FROM outbox WHERE kind = 'workspace.send_facts'`,
    )
  ).rows.map(({ id }) => id);

test('a deployment that changes a plan sends the limits to the workspaces of that plan, once and within an hour', async () => {
  const [first, second] = [0, 1].map(() => newAccount(db, { step: null, subscription: null }));
  if (!first || !second) throw new Error('There are two accounts.');
  await write(db, [...first.statements, ...second.statements]);
  const { accountId, workspaceId } = first.account;
  await raw.execute({ sql: `UPDATE accounts SET plan_id = 'power' WHERE id = ?`, args: [accountId] });
  // As it was before the deployment.
  await raw.execute(`UPDATE plans SET monthly_executions_limit = 7 WHERE id = 'power'`);
  await raw.execute('DELETE FROM outbox');
  const before = await stores.workspaces.instanceFacts(workspaceId);

  await migrateClient(raw);
  const now = Date.now();
  const facts = await stores.workspaces.instanceFacts(workspaceId);
  expect(facts?.limits.monthlyExecutions).toBe(50_000);
  expect(facts?.factsRevision).toBe(Number(before?.factsRevision) + 1);
  expect(await queued()).toEqual([workspaceId]);
  expect(await stores.outbox.claim(now + HOUR_MS, 5)).toMatchObject([{ payload: { workspaceId } }]);

  await raw.execute('DELETE FROM outbox');
  await migrateClient(raw);
  expect(await queued()).toEqual([]);
});

test('the hourly reconciliation leaves a workspace whose facts are queued its time in that hour', async () => {
  const [changed, silent] = [0, 1].map(() => newAccount(db, { step: null, subscription: null }));
  if (!changed || !silent) throw new Error('There are two accounts.');
  await write(db, [...changed.statements, ...silent.statements]);
  const ids = [changed, silent].map(({ account }) => account.workspaceId);
  await raw.execute({
    sql: `UPDATE accounts SET plan_id = 'pro-2' WHERE id = ?`,
    args: [changed.account.accountId],
  });
  await raw.execute('DELETE FROM outbox');
  await raw.execute(`UPDATE plans SET memory_mib = memory_mib + 1 WHERE id = 'pro-2'`);
  await stores.workspaces.requeueFacts(ids, Date.now());
  expect((await queued()).sort()).toEqual(ids.sort());
});
