import { fillPlaceholders } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { SQLitePreparedQuery } from 'drizzle-orm/sqlite-core';
import type { Db } from './database.ts';
import type { SqlRows } from './sql-over-http.ts';

interface Query {
  prepare(): Pick<SQLitePreparedQuery<never>, 'getQuery' | 'mapResult'>;
  readonly _: { readonly result: unknown };
}

/**
 * Compiles a query to SQL once per isolate. drizzle builds a query's text with each call, which costs a page with one query
 * a tenth of its time. Its own prepared queries belong to one connection, and each request opens its own (`openDatabase`).
 * The columns come as one JSON array, since the server's answer names and types each column.
 *
 * @param build writes a query of one row with `sql.placeholder(name)` for each value.
 * @returns the query, which takes a value for each name.
 */
export function compileOnce<One extends Query, Names extends string>(build: (db: Db) => One) {
  let compiled: ReturnType<typeof prepare> | undefined;
  type Values = Readonly<Record<Names, string | number | null>>;
  const fill = (db: Db, values: Values) => {
    compiled ??= prepare(build(db));
    const { sql, params, rowsOf } = compiled;
    return { sql, args: fillPlaceholders(params, values) as Array<string | number | null>, rowsOf };
  };
  return {
    /** @returns the query's rows. @throws as the database's other queries. */
    async run(db: Db, values: Values): Promise<One['_']['result']> {
      const { sql, args, rowsOf } = fill(db, values);
      // The builder's type is that of the rows.
      return rowsOf(await db.connection.execute({ sql, args })) as One['_']['result'];
    },
    /** @returns the query as a statement of a batch. */
    statement(db: Db, values: Values): BatchItem<'sqlite'> & One {
      const { sql, args, rowsOf } = fill(db, values);
      return asStatement(sql, args, rowsOf);
    },
  };
}

/**
 * Compiles a statement of a batch, as `compileOnce` does a query, and leaves its columns as they are: for many rows of one.
 * @returns a function that takes a value for each name.
 */
export function compileStatement<One extends Query & BatchItem<'sqlite'>, Names extends string>(
  build: (db: Db) => One,
) {
  let compiled: ReturnType<Query['prepare']> | undefined;
  return (db: Db, values: Readonly<Record<Names, string | number | null>>): One => {
    compiled ??= build(db).prepare();
    const { sql, params } = compiled.getQuery();
    return asStatement(sql, fillPlaceholders(params, values), compiled.mapResult.bind(compiled));
  };
}

/** @returns the part of a statement that a batch uses (drizzle-orm's `SQLiteRemoteSession.batch`). */
function asStatement<One>(sql: string, params: unknown[], mapResult: unknown): BatchItem<'sqlite'> & One {
  const prepared = { getQuery: () => ({ sql, params, method: 'all' }), mapResult };
  return { _prepare: () => prepared } as unknown as BatchItem<'sqlite'> & One;
}

function prepare(query: Query) {
  const prepared = query.prepare();
  const { sql, params } = prepared.getQuery();
  // drizzle's prepared query has the list of selected fields.
  const { fields } = prepared as unknown as { fields: readonly unknown[] };
  const columns = fields.map((_, index) => `c${index}`).join(', ');
  return {
    sql: `SELECT json_array(${columns}) FROM (WITH found(${columns}) AS (${sql}) SELECT * FROM found)`,
    params,
    rowsOf: rowReader((values) => prepared.mapResult({ rows: [values] }, true) as readonly unknown[]),
  };
}

/** Rows of the people that an isolate serves at a time; a row is about 2 kB. */
const MAX_KNOWN = 200;

/**
 * Reads rows whose one column is a JSON array. A person's page, its parts and its polls read the same row: equal text is the same,
 * frozen row, so that it is parsed and mapped once.
 */
function rowReader(map: (values: unknown[]) => readonly unknown[]): (answer: SqlRows) => unknown[] {
  const known = new Map<string, readonly unknown[]>();
  const read = (json: string): readonly unknown[] => {
    const found = known.get(json) ?? freezeDeep(map(valuesOf(json)));
    known.delete(json);
    known.set(json, found);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    return found;
  };
  return ({ rows }) => rows.flatMap(([json]) => read(String(json)));
}

function freezeDeep<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) freezeDeep(part);
  return Object.freeze(value);
}

/**
 * @returns a row as the driver returns it: JSON in a column, nested here, becomes text again. JSON keeps 15 digits of a
 *   float, but no column is a float.
 * @throws RangeError for an integer that a number cannot hold, like the driver.
 */
function valuesOf(json: string): unknown[] {
  const values = JSON.parse(json) as unknown[];
  return values.map((value) => {
    if (typeof value === 'object' && value !== null) return JSON.stringify(value);
    if (Number.isInteger(value) && !Number.isSafeInteger(value))
      throw new RangeError('A column has an integer that a number cannot hold.');
    return value;
  });
}
