import { type Client, createClient, type InArgs, type InStatement, type ResultSet } from '@libsql/client';
import { afterAll } from 'vitest';
import { createDatabase, type Db } from '#db/database.ts';
import { migrateClient } from '#db/migrate.ts';
import type { SqlRows, SqlStatement } from '#db/sql-over-http.ts';
import { openStores } from '#db/stores.ts';

/**
 * A database with the product's schema in this process, for tests of what statements do. It has one connection, so the real
 * server's tests check concurrent writers.
 */
export async function openMemoryDatabase(): Promise<{ db: Db; raw: Client }> {
  const raw = createClient({ url: ':memory:' });
  await migrateClient(raw);
  const db = createDatabase({
    execute: async (statement) => rowsOf(await raw.execute(inStatement(statement))),
    batch: async (statements) => (await raw.batch(statements.map(inStatement), 'write')).map(rowsOf),
  });
  return { db, raw };
}

/** A database of one test file, with its stores: awaited at the top of the file, and closed after its tests. */
export async function ownMemoryDatabase() {
  const { db, raw } = await openMemoryDatabase();
  afterAll(() => raw.close());
  return { db, raw, stores: openStores(db) };
}

function inStatement({ sql, args }: SqlStatement): InStatement {
  return { sql, args: [...args] satisfies InArgs };
}

function rowsOf({ rows }: ResultSet): SqlRows {
  return { rows: rows.map((row) => Array.from(row)) as SqlRows['rows'] };
}
