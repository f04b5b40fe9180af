import type { Client, InValue } from '@libsql/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '#db/database.ts';
import { maintenanceStore } from '#db/queries/expired-rows.ts';
import type { SqlStatement } from '#db/sql-over-http.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';

let raw: Client;
beforeAll(async () => {
  ({ raw } = await openMemoryDatabase());
});
afterAll(() => raw.close());

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
