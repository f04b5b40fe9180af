import type { InValue } from '@libsql/client';
import { expect, test } from 'vitest';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { createDatabase } from '#db/database.ts';
import { maintenanceStore } from '#db/queries/expired-rows.ts';
import type { SqlStatement } from '#db/sql-over-http.ts';
import { newAccount, write } from '../../support/account-rows.ts';
import { openMemoryDatabase, ownMemoryDatabase } from '../../support/memory-database.ts';

const { raw } = await ownMemoryDatabase();

/** @returns the statements of the hourly clean-up. */
async function cleanUp(): Promise<readonly SqlStatement[]> {
  let sent: readonly SqlStatement[] = [];
  const db = createDatabase({
    execute: () => Promise.reject(new Error('The clean-up is one batch.')),
    batch: async (statements) => {
      sent = statements;
      return statements.map(() => ({ rows: [] }));
    },
  });
  await maintenanceStore(db).removeExpired(Date.now());
  return sent;
}

// The clean-up holds the write lock: a scan of a large table would stop every other write.

test('the clean-up scans no table', async () => {
  const scans = [];
  for (const { sql, args } of await cleanUp()) {
    const { rows } = await raw.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args: [...args] as InValue[] });
    scans.push(
      ...rows
        .map(({ detail }) => String(detail))
        .filter((detail) => /^SCAN (?!.* USING INDEX outbox_due$)/.test(detail)),
    );
  }
  expect(scans).toEqual([]);
});

test('each foreign key has an index, so that the deletion of its parent scans no table', async () => {
  // Plans are never deleted.
  const { rows } = await raw.execute(
    `SELECT child.name || '.' || key."from" AS key FROM sqlite_master AS child, pragma_foreign_key_list(child.name) AS key
      WHERE child.type = 'table' AND key."table" <> 'plans' AND NOT EXISTS (
        SELECT 1 FROM pragma_index_list(child.name) AS list, pragma_index_info(list.name) AS part
         WHERE part.seqno = 0 AND part.name = key."from" AND list.partial = 0)`,
  );
  expect(rows.map(({ key }) => key)).toEqual([]);
});

test('deletes invitations a month after they expire, and the provider’s events after a year, in parts', async () => {
  // A connection on which an EXPLAIN is open commits nothing.
  const { db, raw: own } = await openMemoryDatabase();
  const { account, statements } = newAccount(db, { step: null, subscription: null });
  await write(db, statements);
  await own.execute('DELETE FROM invitations');
  const now = Date.now();
  const invite = (id: string, expiresAt: number, acceptedAt: number | null) => ({
    sql: `INSERT INTO invitations (id, account_id, email, email_normalized, role, token_hash, invited_by, created_at, expires_at, accepted_at)
      VALUES (?1, ?2, ?1, ?1, 'member', ?1, ?3, 0, ?4, ?5)`,
    args: [id, account.accountId, account.owner.userId, expiresAt, acceptedAt],
  });
  const receive = (id: string, count: number, receivedAt: number) => ({
    sql: `INSERT INTO provider_events (id, type, occurred_at, received_at, outcome, body)
      SELECT ?1 || value, 'x', 'x', ?3, 'x', '{}' FROM generate_series(1, ?2)`,
    args: [id, count, receivedAt],
  });
  await own.batch(
    [
      invite('late', now - 31 * DAY_MS, null),
      invite('accepted', now - 31 * DAY_MS, 1),
      invite('expired', now - 29 * DAY_MS, null),
      receive('old', 1_500, now - 366 * DAY_MS),
      receive('kept', 1, now - 364 * DAY_MS),
    ],
    'write',
  );
  const idsOf = async (table: string) =>
    (await own.execute(`SELECT id FROM ${table}`)).rows.map(({ id }) => String(id));
  await maintenanceStore(db).removeExpired(now);
  expect(await idsOf('invitations')).toEqual(['expired']);
  expect(await idsOf('provider_events')).toHaveLength(501);
  await maintenanceStore(db).removeExpired(now);
  expect(await idsOf('provider_events')).toEqual(['kept1']);
  own.close();
});
