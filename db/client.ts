import { DatabaseUnavailable } from '#app/domain/errors/unavailable.ts';
import { createDatabase } from './database.ts';
import { SqlError, type SqlStatement, sqlOverHttp } from './sql-over-http.ts';

/** Counts a request's round trips to the database; the goal is one per page (design §3). */
export interface RoundTripCounter {
  roundTrips: number;
}

/** No visitor waits longer for a page; the server gives up a lock after five seconds. */
const DEADLINE_MS = 10_000;
const TRIES = 3;
const MAX_RETRY_DELAY_MS = 150;
/** The server's answer while its queue is full: it has not read the request. */
const TOO_MANY_REQUESTS = 429;

/**
 * Opens the database over HTTP. Costs nothing until the first statement, so each request opens its own client and waits for
 * no other request's connection.
 * Statements fail with DatabaseUnavailable while the server does not answer, or is overloaded.
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
  async function ask(body: string): Promise<Response> {
    counter.roundTrips += 1;
    // A redirect would carry the database's token to another host.
    const options = { redirect: 'manual', signal: AbortSignal.timeout(DEADLINE_MS) } as const;
    return await fetch(pipelineUrl, { method: 'POST', headers, body, ...options }).catch((error: unknown) => {
      throw new DatabaseUnavailable(error);
    });
  }
  const connection = sqlOverHttp((body) => retryWhileBusy(() => ask(body)));
  return createDatabase({
    execute(statement) {
      if (!isRead(statement)) onWrite();
      return retryWhileLocked(() => connection.execute(statement));
    },
    batch(statements) {
      const mode = statements.every(isRead) ? 'read' : 'write';
      if (mode === 'write') onWrite();
      return retryWhileLocked(() => connection.batch(statements, mode));
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

/**
 * Retries a request that the server refused unread.
 * @returns the server's answer, also one that refuses the statements. @throws DatabaseUnavailable without an answer.
 */
async function retryWhileBusy(ask: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask();
    const isTurnedAway = answer.status === TOO_MANY_REQUESTS;
    if (!isTurnedAway && answer.status < 500) return answer;
    await answer.body?.cancel();
    if (!isTurnedAway || attempt === TRIES) throw new DatabaseUnavailable(`Its status is ${answer.status}.`);
    await waitBriefly();
  }
}

/**
 * Repeats a batch that met another writer's lock. Such a batch has written nothing: it fails at its first write or at its
 * commit, and the server rolls it back.
 * @throws DatabaseUnavailable when the database stays locked.
 */
async function retryWhileLocked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const isLocked = error instanceof SqlError && error.code.startsWith('SQLITE_BUSY');
      if (!isLocked) throw error;
      if (attempt === TRIES) throw new DatabaseUnavailable(error);
      await waitBriefly();
    }
  }
}

/** Waits a random time, so that two batches that collided do not collide again. */
function waitBriefly(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_RETRY_DELAY_MS));
}

/** @returns whether the database refused a statement itself: without that statement, the batch may succeed. */
export function isStatementRefused(error: unknown): boolean {
  return (
    error instanceof SqlError && error.code.startsWith('SQLITE_') && !error.code.startsWith('SQLITE_BUSY')
  );
}
