import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Sql } from '#durable-objects/workspace/held/sql.ts';
import { storageMigrations } from '#durable-objects/workspace/migrations.ts';

let schema: string | undefined;

/** The tables of an object, in memory; they survive the object. The migrations run for the first one only. */
export function heldDatabase(): DatabaseSync {
  schema ??= migratedSchema();
  const db = new DatabaseSync(':memory:');
  db.exec(schema);
  return db;
}

/** @returns statements that create the tables as the migrations leave them, which insert no rows. */
function migratedSchema(): string {
  const db = new DatabaseSync(':memory:');
  for (const statements of storageMigrations) db.exec(statements);
  const created = db.prepare("SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'").all();
  return created.map(({ sql }) => `${sql};`).join('\n');
}

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** @returns the statement of a query, which SQLite compiles once per database: many objects follow each other on one. */
export function prepared(db: DatabaseSync, query: string): StatementSync {
  const known = statements.get(db) ?? new Map<string, StatementSync>();
  statements.set(db, known);
  const statement = known.get(query) ?? db.prepare(query);
  known.set(query, statement);
  return statement;
}

/** The storage that one object sees. @param isAlive discards what a dead object still writes. */
export function storageOf(db: DatabaseSync, isAlive: () => boolean): Sql {
  const exec = (query: string, ...values: unknown[]) => {
    if (!isAlive()) throw new Error('the object is dead');
    const rows = prepared(db, query).all(...(values as SQLInputValue[]));
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
