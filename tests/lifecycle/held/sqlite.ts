import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Sql } from '#durable-objects/workspace/held/sql.ts';
import { storageMigrations } from '#durable-objects/workspace/migrations.ts';

/** The tables of an object, in memory; they survive the object. */
export function heldDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  for (const statements of storageMigrations) db.exec(statements);
  return db;
}

/** The storage that one object sees. @param isAlive discards what a dead object still writes. */
export function storageOf(db: DatabaseSync, isAlive: () => boolean): Sql {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const exec = (query: string, ...values: unknown[]) => {
    if (!isAlive()) throw new Error('the object is dead');
    const statement = prepared.get(query) ?? db.prepare(query);
    prepared.set(query, statement);
    const rows = statement.all(...(values as SQLInputValue[]));
    return {
      toArray: () => rows,
      one() {
        const [row] = rows;
        if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows for one: ${query}`);
        return row;
      },
    };
  };
  // The query decides the rows' shape, which the type cannot express.
  return { exec } as Sql;
}
