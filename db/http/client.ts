import { type StatementResult, toResult, type WireResult } from './result.ts';
import { encodeValue } from './values.ts';

/** A statement with its arguments, by position. */
export interface Statement {
  sql: string;
  args?: readonly unknown[];
}

/** The lock that a batch takes first: a reader's, or the writer's. */
export type BatchMode = 'read' | 'write';

/** The database refused a statement or a request. */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal';

  /** SQLite's, such as SQLITE_BUSY, or SERVER_ERROR. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

type Failure = { message: string; code?: string | null };
type Reply<Answer> = { type: 'ok'; response: Answer } | { type: 'error'; error: Failure };
interface BatchAnswer {
  result: { step_results: Array<WireResult | null>; step_errors: Array<Failure | null> };
}

const BEGIN = { read: 'BEGIN TRANSACTION READONLY', write: 'BEGIN IMMEDIATE' };
const CLOSE = { type: 'close' };

/**
 * Speaks Hrana 2, libSQL's protocol over HTTP, of which the product uses two requests, each with the opening and closing of
 * its stream in one round trip (https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_2_SPEC.md). `@libsql/client`
 * speaks all of it, for a quarter of a millisecond a request (docs/decisions/speed.md).
 *
 * @param post sends a body to `/v2/pipeline`. @returns the server's answer.
 */
export function httpClient(post: (body: string) => Promise<Response>) {
  async function send<Answer>(request: object): Promise<Answer> {
    const response = await post(JSON.stringify({ requests: [request, CLOSE] }));
    if (!response.ok) throw await refusalOf(response);
    const { results } = (await response.json()) as { results: Array<Reply<Answer>> };
    const [reply] = results;
    if (!reply) throw new DatabaseRefusal('SERVER_ERROR', 'The server answered nothing.');
    if (reply.type === 'error') throw failure(reply.error);
    return reply.response;
  }
  return {
    /** Runs one statement. @throws DatabaseRefusal, or what `post` throws. */
    async execute(statement: Statement): Promise<StatementResult> {
      const request = { type: 'execute', stmt: encode(statement) };
      return toResult((await send<{ result: WireResult }>(request)).result);
    },
    /** Runs statements as one transaction; nothing of it stays when one fails. @throws as `execute`. */
    async batch(statements: readonly Statement[], mode: BatchMode): Promise<StatementResult[]> {
      const { result } = await send<BatchAnswer>({
        type: 'batch',
        batch: { steps: stepsOf(statements, mode) },
      });
      // The last step is the ROLLBACK, which fails after a COMMIT that does.
      const first = result.step_errors.slice(0, -1).find((error) => error !== null);
      if (first) throw failure(first);
      return statements.map((_, index) => {
        const step = result.step_results[index + 1];
        if (!step) throw new DatabaseRefusal('TRANSACTION_CLOSED', `Statement ${index} did not run.`);
        return toResult(step);
      });
    },
  };
}

export type HttpClient = ReturnType<typeof httpClient>;

/** Each step runs if the one before it did; the last one rolls back what was not committed. */
function stepsOf(statements: readonly Statement[], mode: BatchMode): object[] {
  const commit = statements.length + 1;
  return [
    { stmt: { sql: BEGIN[mode] } },
    ...statements.map((statement, index) => ({
      condition: { type: 'ok', step: index },
      stmt: encode(statement),
    })),
    { condition: { type: 'ok', step: commit - 1 }, stmt: { sql: 'COMMIT' } },
    { condition: { type: 'not', cond: { type: 'ok', step: commit } }, stmt: { sql: 'ROLLBACK' } },
  ];
}

function encode({ sql, args = [] }: Statement): object {
  return { sql, args: args.map(encodeValue), want_rows: true };
}

function failure({ code, message }: Failure): DatabaseRefusal {
  return new DatabaseRefusal(code ?? 'UNKNOWN', message);
}

async function refusalOf(response: Response): Promise<DatabaseRefusal> {
  return new DatabaseRefusal('SERVER_ERROR', `Status ${response.status}: ${await response.text()}`);
}
