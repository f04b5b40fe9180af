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
      return rowsOf(await db.connection.execute({ sql, args }));
    },
    /** @returns the query as a statement of a batch. */
    statement(db: Db, values: Values): BatchItem<'sqlite'> & One {
      const { sql, args, rowsOf } = fill(db, values);
      const prepared = { getQuery: () => ({ sql, params: args, method: 'all' }), mapResult: rowsOf };
      // The part of a statement that a batch uses (drizzle-orm's `SQLiteRemoteSession.batch`).
      return { _prepare: () => prepared } as unknown as BatchItem<'sqlite'> & One;
    },
  };
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
    /** Each row has one column, the JSON array. */
    rowsOf: ({ rows }: SqlRows) =>
      prepared.mapResult({ rows: rows.map((row) => valuesOf(row[0])) }, true) as never,
  };
}

/**
 * @returns a row as the driver returns it: JSON in a column, nested here, becomes text again. JSON keeps 15 digits of a
 *   float, but no column is a float.
 * @throws RangeError for an integer that a number cannot hold, like the driver.
 */
function valuesOf(json: unknown): unknown[] {
  const values = JSON.parse(String(json)) as unknown[];
  return values.map((value) => {
    if (typeof value === 'object' && value !== null) return JSON.stringify(value);
    if (Number.isInteger(value) && !Number.isSafeInteger(value))
      throw new RangeError('A column has an integer that a number cannot hold.');
    return value;
  });
}
