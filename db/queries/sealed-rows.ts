import { and, eq, gte, lt, or, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { KeyRing } from '#app/crypto/key-ring.ts';
import type { Db } from '../database.ts';

/** A column of texts sealed by `encryptWithRing`. */
export interface SealedColumn {
  table: SQLiteTable;
  id: SQLiteColumn;
  sealed: SQLiteColumn;
  /** @returns the context with which a row's text was sealed. */
  contextOf(id: string): string;
}

/** The rows of a sealed column, for the cron that re-encrypts them. */
export function sealedRows(db: Db, column: SealedColumn, ring: KeyRing) {
  const { table, id, sealed, contextOf } = column;
  return {
    /** The configured key. */
    ring,
    /** @returns rows that an older version than the ring's newest sealed, with the context of each. */
    async listOutdated(limit: number) {
      const rows = await db
        .select({ id: sql<string>`${id}`, sealed: sql<string>`${sealed}` })
        .from(table)
        // Not `NOT LIKE`, which would scan the table each minute: these ranges use the column's index. `/` follows `.`.
        .where(or(lt(sealed, `v${ring[0].version}.`), gte(sealed, `v${ring[0].version}/`)))
        // In random order, so that unreadable rows do not block the others forever.
        .orderBy(sql`random()`)
        .limit(limit);
      return rows.map((row) => ({ ...row, context: contextOf(row.id) }));
    },
    /** Replaces texts in one round trip, except in rows that changed meanwhile. */
    async replace(texts: ReadonlyArray<{ id: string; from: string; to: string }>) {
      const replaced = texts.map((text) =>
        db
          .update(table)
          .set({ [sealed.name]: text.to })
          .where(and(eq(id, text.id), eq(sealed, text.from))),
      );
      await db.batch({ replaced });
    },
  };
}

export type SealedRows = ReturnType<typeof sealedRows>;

/** @returns the number of rows by the version that sealed them. */
export async function countSealedVersions(db: Db, { table, sealed }: SealedColumn) {
  const version = sql<number>`CAST(substr(${sealed}, 2, instr(${sealed}, '.') - 2) AS INTEGER)`;
  const rows = await db
    .select({ version: version.as('version'), count: sql<number>`count(*)`.as('count') })
    .from(table)
    .where(sql`${sealed} IS NOT NULL`)
    .groupBy(version);
  return new Map(rows.map((row) => [Number(row.version), Number(row.count)]));
}
