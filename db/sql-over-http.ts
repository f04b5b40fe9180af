import { toWellFormed } from '#app/domain/encoding/well-formed.ts';
import { DatabaseUnavailable } from '#app/domain/errors/unavailable.ts';

/** A statement with the values of its `?`. */
export interface SqlStatement {
  sql: string;
  args: readonly SqlArgument[];
}

type SqlArgument = null | string | number | bigint | boolean | Uint8Array;
type SqlColumn = null | string | number | ArrayBuffer;

export interface SqlRows {
  /** Each row's columns by position. */
  rows: SqlColumn[][];
}

/** An answer of the server with its whole body. */
export interface SqlAnswer {
  status: number;
  body: string;
}

/** `write` takes the write lock at its start, `read` takes none. */
type BatchMode = 'write' | 'read';

/** The database ran no statement; `code` is the server's, such as `SQLITE_CONSTRAINT`, or of its status, such as `HTTP_401`. */
export class SqlError extends Error {
  readonly code: string;

  constructor({ message, code }: WireError) {
    super(message);
    this.name = 'SqlError';
    this.code = code ?? 'UNKNOWN';
  }
}

/**
 * Runs statements through Turso's SQL over HTTP, one request per call. The official client adds a third to the time of a page with one
 * query: streams, cursors and rows with a property per column, which drizzle does not read (docs/decisions/libraries.md).
 * Source: https://docs.turso.tech/sdk/http/reference and https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_2_SPEC.md
 *
 * @param send posts a JSON body to the pipeline's address. @returns the whole answer, whatever its status.
 */
export function sqlOverHttp(send: (body: string) => Promise<SqlAnswer>) {
  async function ask<Result>(request: object): Promise<Result> {
    // Ending the stream in the same request leaves nothing open at the server.
    const answer = await send(JSON.stringify({ requests: [request, { type: 'close' }] })).catch(failUnread);
    if (answer.status !== 200)
      throw new SqlError({
        message: `The database answered ${answer.status}.`,
        code: `HTTP_${answer.status}`,
      });
    const { results } = parseAnswer<Result>(answer.body);
    const [first] = results;
    if (first?.type !== 'ok') throw new SqlError(first?.error ?? { message: 'The answer has no result.' });
    return first.response.result;
  }

  return {
    /**
     * @throws SqlError for a refused statement; DatabaseUnavailable without a whole answer; RangeError for an integer that a
     *   number cannot hold.
     */
    async execute(statement: SqlStatement): Promise<SqlRows> {
      return rowsOf(await ask<WireRows>({ type: 'execute', stmt: wireStatement(statement) }));
    },

    /**
     * Runs statements as one transaction. @returns the rows of each.
     * @throws SqlError for the first refused statement, after the rollback; and as `execute`.
     */
    async batch(statements: readonly SqlStatement[], mode: BatchMode): Promise<SqlRows[]> {
      const { step_results: results, step_errors: errors } = await ask<WireBatch>({
        type: 'batch',
        batch: { steps: transactionSteps(statements, mode) },
      });
      // The rollback of a transaction that never began is refused, too: the first error is the cause.
      const refused = errors.slice(0, -1).find((error) => error !== null);
      if (refused) throw new SqlError(refused);
      return results.slice(1, -2).map((result) => {
        if (!result) throw new SqlError({ message: 'A statement of the batch did not run.' });
        return rowsOf(result);
      });
    },
  };
}

/** @throws DatabaseUnavailable without an answer, or for one that was cut off: no one knows whether the statements ran. */
function failUnread(cause: unknown): never {
  throw new DatabaseUnavailable(cause);
}

function parseAnswer<Result>(body: string): WireAnswer<Result> {
  try {
    return JSON.parse(body);
  } catch (cause) {
    return failUnread(cause);
  }
}

interface WireError {
  message: string;
  code?: string | null;
}

interface WireAnswer<Result> {
  results: ReadonlyArray<
    { type: 'ok'; response: { result: Result } } | { type: 'error'; error: WireError } | undefined
  >;
}

type WireValue =
  | { type: 'null' }
  | { type: 'integer'; value: string }
  | { type: 'float'; value: number }
  | { type: 'text'; value: string }
  | { type: 'blob'; base64: string };

interface WireRows {
  rows: readonly WireValue[][];
}

/** A result and an error for each step; both are null for a step that did not run. */
interface WireBatch {
  step_results: ReadonlyArray<WireRows | null>;
  step_errors: ReadonlyArray<WireError | null>;
}

/** Each step runs if the one before it succeeded, and the last one, the rollback, if the commit did not. */
function transactionSteps(statements: readonly SqlStatement[], mode: BatchMode): object[] {
  const begin = { sql: mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN TRANSACTION READONLY' };
  const inOrder = [begin, ...statements.map(wireStatement), { sql: 'COMMIT' }].map((stmt, index) =>
    index === 0 ? { stmt } : { stmt, condition: { type: 'ok', step: index - 1 } },
  );
  const isUncommitted = { type: 'not', cond: { type: 'ok', step: inOrder.length - 1 } };
  return [...inOrder, { stmt: { sql: 'ROLLBACK' }, condition: isUncommitted }];
}

function wireStatement({ sql, args }: SqlStatement): object {
  return { sql, args: args.map(wireValue) };
}

function wireValue(value: SqlArgument): WireValue {
  switch (typeof value) {
    case 'string':
      // The server refuses the whole request otherwise.
      return { type: 'text', value: toWellFormed(value) };
    case 'number':
      if (!Number.isFinite(value)) throw new RangeError('SQLite takes finite numbers only.');
      // As the official client sends it: a division in SQL keeps its meaning.
      return { type: 'float', value };
    case 'bigint':
      return { type: 'integer', value: value.toString() };
    case 'boolean':
      return { type: 'integer', value: value ? '1' : '0' };
  }
  return value === null ? { type: 'null' } : { type: 'blob', base64: Buffer.from(value).toString('base64') };
}

function rowsOf({ rows }: WireRows): SqlRows {
  return { rows: rows.map((row) => row.map(columnOf)) };
}

function columnOf(column: WireValue): SqlColumn {
  switch (column.type) {
    case 'text':
    case 'float':
      return column.value;
    case 'integer': {
      const value = Number(column.value);
      if (!Number.isSafeInteger(value))
        throw new RangeError('A column has an integer that a number cannot hold.');
      return value;
    }
    case 'null':
      return null;
    case 'blob':
      return new Uint8Array(Buffer.from(column.base64, 'base64')).buffer;
  }
}
