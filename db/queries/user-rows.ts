import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '../database.ts';

/**
 * The statements that delete a user's rows from these tables, under a condition. The type excludes `sessions`, which
 * `endSessions` ends.
 */
export function deleteUserRows(
  db: Db,
  tables: ReadonlyArray<SQLiteTable & { userId: SQLiteColumn; isFactorDue?: never }>,
  userId: string | SQL,
  condition: SQL,
) {
  return tables.map((table) => db.delete(table).where(sql`${table.userId} = ${userId} AND ${condition}`));
}
