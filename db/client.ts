import { DatabaseUnavailable } from '#app/domain/errors/unavailable.ts';
import { createDatabase } from './database.ts';
import { type SqlAnswer, SqlError, type SqlStatement, sqlOverHttp } from './sql-over-http.ts';

/** Counts a request's round trips to the database; the goal is one per page (design §3). */
export interface RoundTripCounter {
  roundTrips: number;
}

/** No visitor waits longer for a page; the server gives up a lock after five seconds. */
const DEADLINE_MS = 10_000;
const TRIES = 3;
const MAX_RETRY_DELAY_MS = 150;

/**
 * Opens the database over HTTP. Costs nothing until the first statement, so each request opens its own client and waits for
 * no other request's connection.
 * Statements fail with DatabaseUnavailable while the server does not answer, is overloaded, or fails itself.
 * @param counter grows by one with each HTTP request of the client.
 * @param onWrite called for each statement or batch that changes the database, or tries to.
 */
export function openDatabase(
  settings: { url: string; token: string | undefined },
  counter: RoundTripCounter = { roundTrips: 0 },
  onWrite: () => void = () => {},
) {
  const pipelineUrl = `${settings.url.replace(/^libsql:/, 'https:').replace(/\/+$/, '')}/v2/pipeline`;
  const headers = {
    'Content-Type': 'application/json',
    ...(settings.token === undefined ? {} : { Authorization: `Bearer ${settings.token}` }),
  };
  async function ask(body: string): Promise<SqlAnswer> {
    counter.roundTrips += 1;
    const deadline = new AbortController();
    // Not AbortSignal.timeout, which cannot be cleared: a pending timer keeps a Durable Object in memory.
    const timer = setTimeout(() => deadline.abort(), DEADLINE_MS);
    try {
      // A redirect would carry the database's token to another host.
      const options = { redirect: 'manual', signal: deadline.signal } as const;
      const answer = await fetch(pipelineUrl, { method: 'POST', headers, body, ...options });
      return { status: answer.status, body: await answer.text() };
    } finally {
      clearTimeout(timer);
    }
  }
  const connection = sqlOverHttp(ask);
  return createDatabase({
    execute(statement) {
      if (!isRead(statement)) onWrite();
      return retryWhileBusy(() => connection.execute(statement));
    },
    batch(statements) {
      const mode = statements.every(isRead) ? 'read' : 'write';
      if (mode === 'write') onWrite();
      return retryWhileBusy(() => connection.batch(statements, mode));
    },
  });
}

/**
 * A batch that writes takes the write lock first and waits for it. A deferred batch takes the lock midway, where
 * concurrent batches block each other for seconds.
 */
function isRead({ sql }: SqlStatement): boolean {
  return /^\s*select\b/i.test(sql);
}

/** Another writer's lock, and a full queue of requests. */
const BUSY = /^(SQLITE_BUSY|HTTP_429)/;

/**
 * Repeats a batch that the server did not read, or that met another writer's lock. Such a batch has written nothing: it
 * fails at its first write or at its commit, and the server rolls it back.
 * @throws SqlError for a refused statement; DatabaseUnavailable while the database stays busy, or fails in another way.
 */
async function retryWhileBusy<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof SqlError) || isStatementRefused(error)) throw error;
      if (!BUSY.test(error.code) || attempt === TRIES) throw new DatabaseUnavailable(error);
      // A random time, so that two batches that collided do not collide again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_RETRY_DELAY_MS));
    }
  }
}

/**
 * The server's codes for a statement that fails however often it is sent. Any other code is the server's own trouble, such
 * as a full disk, a transaction that lost its lock, or an expired token.
 * Source: https://github.com/tursodatabase/libsql/blob/main/libsql-server/src/hrana/stmt.rs
 */
const STATEMENT_FAULTS =
  /^(SQL_|ARGS_|RESPONSE_|HTTP_4(00|13)|SQLITE_(UNKNOWN|ERROR|CONSTRAINT|MIS|TOOBIG|RANGE))/;

/** @returns whether the database refused a statement itself: without that statement, the batch may succeed. */
export function isStatementRefused(error: unknown): boolean {
  return error instanceof SqlError && STATEMENT_FAULTS.test(error.code);
}
