import { fillPlaceholders } from 'drizzle-orm';
import type { SQLitePreparedQuery } from 'drizzle-orm/sqlite-core';
import type { Db } from './client.ts';

interface Query {
  prepare(): Pick<SQLitePreparedQuery<never>, 'getQuery' | 'mapResult'>;
  readonly _: { readonly result: unknown };
}

/**
 * Compiles a query to SQL once per isolate. drizzle builds the text of a query with each call, which costs a page with one query a
 * tenth of its time; its own prepared queries belong to one connection, and each request opens its own (`openDatabase`).
 *
 * @param build writes the query with `sql.placeholder(name)` for each value.
 * @returns runs the query with a value for each name. @throws as the database's other queries.
 */
export function compileOnce<One extends Query, Names extends string>(build: (db: Db) => One) {
  let compiled: ReturnType<Query['prepare']> | undefined;
  return async (
    db: Db,
    values: Readonly<Record<Names, string | number | null>>,
  ): Promise<One['_']['result']> => {
    compiled ??= build(db).prepare();
    const { sql, params } = compiled.getQuery();
    const args = fillPlaceholders(params, values) as Array<string | number | null>;
    return compiled.mapResult(await db.$client.execute({ sql, args }), true);
  };
}
