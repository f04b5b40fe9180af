import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import { migrate } from 'drizzle-orm/libsql/migrator';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';

/** A table of the snapshot that drizzle-kit writes beside each migration. */
interface Table {
  columns: Record<string, { name: string; type: string; notNull: boolean }>;
  indexes: Record<string, { name: string; columns: string[]; isUnique: boolean; where?: string }>;
  foreignKeys: Record<
    string,
    { columnsFrom: string[]; tableTo: string; columnsTo: string[]; onDelete: string }
  >;
}
type Tables = Record<string, Table>;
type Row = Record<string, unknown>;

const source = join(import.meta.dirname, '../../../db/migrations');
const folder = mkdtempSync(join(tmpdir(), 'weft-migrations-'));
cpSync(source, folder, { recursive: true });
const journalFile = join(folder, 'meta', '_journal.json');
const journal: { entries: Array<{ idx: number; tag: string; when: number }> } = JSON.parse(
  readFileSync(journalFile, 'utf8'),
);

let raw: Client;
beforeEach(() => {
  raw = createClient({ url: ':memory:' });
});
afterEach(() => raw.close());
afterAll(() => rmSync(folder, { recursive: true }));

const list = async (sql: string): Promise<Row[]> => (await raw.execute(sql)).rows.map((row) => ({ ...row }));
const namesOf = async (...types: Array<'table' | 'trigger' | 'view'>) =>
  (await list('SELECT type, name FROM sqlite_master ORDER BY name'))
    .filter(({ type }) => types.some((one) => one === type))
    .map(({ name }) => String(name))
    .filter((name) => !/^(sqlite|__drizzle)_/.test(name));
const rowsOf = (table: string) => list(`SELECT * FROM ${table} ORDER BY rowid`);

/** Runs the first migrations, by the library that `db/migrate.ts` uses. */
async function migrateUpTo(count: number): Promise<void> {
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  await migrate(drizzle(raw), { migrationsFolder: folder });
}

function snapshotOf(idx: number): Tables {
  const file = join(source, 'meta', `${String(idx).padStart(4, '0')}_snapshot.json`);
  return JSON.parse(readFileSync(file, 'utf8')).tables;
}

/** Writes two rows to each table: one with a value in each column, one without the values that may be absent. */
async function fill(tables: Tables): Promise<void> {
  const textOrNumber = (name: string, column: string, n: number): string | number => {
    const { foreignKeys = {}, columns } = tables[name] ?? {};
    const key = Object.values(foreignKeys).find(({ columnsFrom }) => columnsFrom[0] === column);
    // The nth row names the nth row of the other table.
    if (key) return textOrNumber(key.tableTo, String(key.columnsTo[0]), n);
    return columns?.[column]?.type === 'integer' ? n : `${name} ${column} ${n}`;
  };
  await raw.execute('PRAGMA foreign_keys = off');
  for (const [name, { columns }] of Object.entries(tables)) {
    for (const n of [1, 2]) {
      const filled = Object.values(columns).filter(({ notNull }) => n === 1 || notNull);
      await raw.execute({
        sql: `INSERT INTO ${name} (${filled.map((column) => column.name)}) VALUES (${filled.map(() => '?')})`,
        args: filled.map((column) => textOrNumber(name, column.name, n)),
      });
    }
  }
  await raw.execute('PRAGMA foreign_keys = on');
}

/** @returns the rows of a table as a migration has to leave them, by the columns that it drops and renames. */
function leftOf(rows: readonly Row[], table: string, migration: string): Row[] {
  const renamed = new Map(
    [...migration.matchAll(/^ALTER TABLE `(\w+)` RENAME COLUMN "(\w+)" TO "(\w+)"/gm)].map(
      ([, name, from, to]) => [`${name}.${from}`, String(to)],
    ),
  );
  const isLeft = (column: string) =>
    !migration.includes(`ALTER TABLE \`${table}\` DROP COLUMN \`${column}\``);
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => isLeft(column))
        .map(([column, value]) => [renamed.get(`${table}.${column}`) ?? column, value]),
    ),
  );
}

/** @returns the columns, indexes and foreign keys of each table. */
async function structure(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const name of await namesOf('table')) {
    const indexes: Record<string, unknown> = {};
    for (const index of await list(`PRAGMA index_list(${name})`)) {
      // SQLite adds those of primary keys itself.
      if (index.origin !== 'c') continue;
      const columns = (await list(`PRAGMA index_info(${index.name})`)).map((column) => column.name);
      indexes[String(index.name)] = { columns, isUnique: index.unique === 1, isPartial: index.partial === 1 };
    }
    found[name] = {
      columns: (await list(`PRAGMA table_info(${name})`))
        .map((column) => `${column.name} ${String(column.type).toLowerCase()} ${column.notnull === 1}`)
        .sort(),
      indexes,
      foreignKeys: (await list(`PRAGMA foreign_key_list(${name})`))
        .map((key) => `${key.from} -> ${key.table}.${key.to} ${String(key.on_delete).toLowerCase()}`)
        .sort(),
    };
  }
  return found;
}

/** 0002 added this column without the `ON DELETE` of its snapshot; 0018 added it. */
const LINKS = { key: 'account_id -> accounts.id', from: 2, below: 18 };

/** @returns the same of a migration's snapshot. */
function declaredBy(idx: number): Record<string, unknown> {
  const onDeleteOf = (name: string, key: string, onDelete: string) =>
    name === 'link_tokens' && key === LINKS.key && idx >= LINKS.from && idx < LINKS.below
      ? 'no action'
      : onDelete;
  const tables = Object.entries(snapshotOf(idx)).map(([name, { columns, indexes, foreignKeys }]) => [
    name,
    {
      columns: Object.values(columns)
        .map((column) => `${column.name} ${column.type} ${column.notNull}`)
        .sort(),
      indexes: Object.fromEntries(
        Object.values(indexes).map((index) => [
          index.name,
          { columns: index.columns, isUnique: index.isUnique, isPartial: index.where !== undefined },
        ]),
      ),
      foreignKeys: Object.values(foreignKeys)
        .map(({ columnsFrom, tableTo, columnsTo, onDelete }) => {
          const key = `${columnsFrom} -> ${tableTo}.${columnsTo}`;
          return `${key} ${onDeleteOf(name, key, onDelete)}`;
        })
        .sort(),
    },
  ]);
  return Object.fromEntries(tables);
}

test('each migration is newer than the one before; otherwise it would never run', () => {
  const instants = journal.entries.map(({ when }) => when);
  expect(instants).toEqual([...new Set(instants)].sort((one, other) => one - other));
});

test.for(journal.entries.slice(1).map(({ idx, tag }) => [tag, idx] as const))(
  '%s keeps the rows of the schema before it, and has the declared indexes, foreign keys, triggers and views',
  async ([tag, idx]) => {
    await migrateUpTo(idx);
    const before = snapshotOf(idx - 1);
    await fill(before);
    const rows = new Map<string, Row[]>();
    for (const name of Object.keys(before)) rows.set(name, await rowsOf(name));
    const derived = await namesOf('trigger', 'view');

    await migrateUpTo(idx + 1);

    const migration = readFileSync(join(source, `${tag}.sql`), 'utf8');
    for (const [name, kept] of rows) {
      const now = await rowsOf(name);
      expect(now, name).toHaveLength(kept.length);
      expect(now, name).toMatchObject(leftOf(kept, name, migration));
    }
    expect(await structure()).toEqual(declaredBy(idx));
    expect(await list('PRAGMA foreign_key_check')).toEqual([]);
    expect(await list('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    // A table that is rebuilt loses its triggers, and the views that read it may have to be dropped before.
    const named = (statement: 'CREATE' | 'DROP') =>
      [...migration.matchAll(new RegExp(`^${statement} (?:TRIGGER|VIEW) (\\w+)`, 'gm'))].map(
        ([, name]) => name,
      );
    const dropped = named('DROP');
    const left = derived.filter((name) => !dropped.includes(name));
    expect(await namesOf('trigger', 'view')).toEqual([...left, ...named('CREATE')].sort());
  },
);
