import { SQLitePreparedQuery } from 'drizzle-orm/sqlite-core';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import { createNamedBatch, type NamedBatch } from './batch.ts';
import type { SqlRows, SqlStatement } from './sql-over-http.ts';

/** Runs statements, one or as a transaction. */
export interface SqlConnection {
  execute(statement: SqlStatement): Promise<SqlRows>;
  batch(statements: readonly SqlStatement[]): Promise<SqlRows[]>;
}

/** A statement of drizzle; `get` returns one row instead of a list. */
interface DrizzleStatement {
  sql: string;
  params: SqlStatement['args'];
  method: 'run' | 'all' | 'values' | 'get';
}

/**
 * drizzle wraps each failure of a statement outside a batch in an error whose message has the statement's values, such as e-mails
 * and hashes, which must not reach a log (docs/asvs.md, 16.2.5). The underlying error contains no values.
 */
Object.assign(SQLitePreparedQuery.prototype, {
  queryWithCache: (_sql: string, _values: unknown, run: () => unknown) => run(),
});

/**
 * @returns drizzle's query builder over a connection. Its batch returns results by name instead of position. It has no interactive
 *   transactions: they would block every other writer (docs/decisions/local-database.md). Rows are read only with `select` and
 *   `returning`: rows of handwritten SQL have no names.
 */
export function createDatabase(connection: SqlConnection) {
  const database = drizzle(
    async (sql, params: SqlStatement['args'], method) =>
      resultFor(method, await connection.execute({ sql, args: params })),
    async (statements: DrizzleStatement[]) => {
      const found = await connection.batch(statements.map(({ sql, params }) => ({ sql, args: params })));
      return found.map((rows, index) => resultFor(statements[index]?.method, rows));
    },
  );
  const run: typeof database.batch = database.batch.bind(database);
  type Named = Omit<typeof database, 'batch' | 'transaction' | 'all' | 'get' | 'values'> & {
    batch: NamedBatch;
  };
  const named: Named = Object.assign(database, { batch: createNamedBatch(run) });
  return Object.assign(named, { connection });
}

/** @returns the rows in the shape that drizzle expects of a proxy: https://orm.drizzle.team/docs/connect-drizzle-proxy */
function resultFor(method: DrizzleStatement['method'] | undefined, { rows }: SqlRows): { rows: unknown[] } {
  // drizzle expects undefined if there is no row.
  return { rows: method === 'get' ? (rows[0] as unknown[]) : rows };
}

export type Db = ReturnType<typeof createDatabase>;
