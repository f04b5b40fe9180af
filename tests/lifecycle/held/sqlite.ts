import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { HELD_WEBHOOKS } from '#durable-objects/workspace/held/schema.ts';

/** The tables of an object, in memory; they survive the object. */
export function heldDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec(HELD_WEBHOOKS);
  return db;
}

/** The storage that one object sees. @param isAlive throws away what a dead object still does. */
export function storageOf(db: DatabaseSync, isAlive: () => boolean): SqlStorage {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const exec = (query: string, ...values: SQLInputValue[]) => {
    if (!isAlive()) throw new Error('the object is dead');
    const statement = prepared.get(query) ?? db.prepare(query);
    prepared.set(query, statement);
    const rows = statement.all(...values);
    return {
      toArray: () => rows,
      one() {
        const [row] = rows;
        if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows for one: ${query}`);
        return row;
      },
    };
  };
  // Only `exec` with its rows is used of the interface.
  return { exec } as unknown as SqlStorage;
}
