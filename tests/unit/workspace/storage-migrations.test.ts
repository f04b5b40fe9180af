import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { storageMigrations } from '#durable-objects/workspace/migrations.ts';

interface Column {
  name: string;
  isFilled: boolean;
}

/** @returns each table with its columns in order, and the columns of its unique indexes. */
function shapeOf(db: DatabaseSync): Map<string, { columns: Column[]; unique: string[] }> {
  const tables = db.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence'",
  );
  return new Map(
    tables.all().map(({ name }) => {
      const columns = db
        .prepare(
          'SELECT name, "notnull" = 0 OR dflt_value IS NOT NULL OR pk > 0 AS filled FROM pragma_table_info(?)',
        )
        .all(String(name))
        .map((column) => ({ name: String(column.name), isFilled: column.filled === 1 }));
      const unique = db
        .prepare(
          `SELECT group_concat(part.name) AS columns FROM pragma_index_list(?) AS one, pragma_index_info(one.name) AS part
           WHERE one."unique" = 1 GROUP BY one.name ORDER BY 1`,
        )
        .all(String(name))
        .map((index) => String(index.columns));
      return [String(name), { columns, unique }] as const;
    }),
  );
}

// Before the first migration there are no tables.
test.each(storageMigrations.slice(1).map((_, index) => index + 2))(
  'the version before migration %i reads and writes the tables that it leaves',
  (id) => {
    const db = new DatabaseSync(':memory:');
    for (const statements of storageMigrations.slice(0, id - 1)) db.exec(statements);
    const before = shapeOf(db);
    db.exec(storageMigrations[id - 1] ?? '');
    const after = shapeOf(db);
    for (const [table, { columns, unique }] of before) {
      const left = after.get(table);
      expect(left?.columns.slice(0, columns.length), table).toEqual(columns);
      // Rows of the version before have no value for these.
      expect(
        left?.columns.slice(columns.length).filter(({ isFilled }) => !isFilled),
        table,
      ).toEqual([]);
      expect(left?.unique, table).toEqual(unique);
    }
  },
);
