import { createClient, type InArgs, type InStatement, LibsqlError } from '@libsql/client/http';
import { drizzle } from 'drizzle-orm/libsql/http';
import { DatabaseUnavailable } from '#app/domain/errors/unavailable.ts';
import { createNamedBatch, type NamedBatch } from './batch.ts';

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
 * Opens the database over HTTP. Costs nothing until the first statement, so each request opens its own and none waits
 * for another's connection.
 * Statements fail with DatabaseUnavailable while the server does not answer, or is overloaded.
 * @param counter grows by one with each HTTP request of the client.
 * @param onWrite called for each statement or batch that changes the database, or tries to.
 */
export function openDatabase(
  settings: { url: string; token: string | undefined },
  counter: RoundTripCounter = { roundTrips: 0 },
  onWrite: () => void = () => {},
) {
  const client = createClient({
    url: settings.url,
    ...(settings.token === undefined ? {} : { authToken: settings.token }),
    fetch: (request: Request) => retryWhileBusy(() => ask(request.clone() as Request)),
  });
  async function ask(request: Request): Promise<Response> {
    counter.roundTrips += 1;
    // A redirect would carry the database's token to another host.
    const options = { redirect: 'manual', signal: AbortSignal.timeout(DEADLINE_MS) } as const;
    return await fetch(request, options).catch((error: unknown) => {
      throw new DatabaseUnavailable(error);
    });
  }
  const { execute, batch } = client;
  client.execute = (...statement: unknown[]) => {
    if (!isRead(statement[0] as InStatement)) onWrite();
    return retryWhileLocked(() => Reflect.apply(execute, client, statement) as ReturnType<typeof execute>);
  };
  client.batch = (statements, chosen) => {
    const mode = chosen ?? (statements.every(isRead) ? 'read' : 'write');
    if (mode !== 'read') onWrite();
    return retryWhileLocked(() => batch.call(client, statements, mode));
  };
  const database = drizzle(client);
  return withNamedBatch(database);
}

type Positional = ReturnType<typeof drizzle>;

/**
 * Replaces the driver's batch, which returns results by position. Omits interactive transactions: they would block every
 * other writer (docs/decisions/local-database.md).
 */
export function withNamedBatch<Database extends Pick<Positional, 'batch'>>(
  database: Database,
): Omit<Database, 'batch' | 'transaction'> & { batch: NamedBatch } {
  const run: Positional['batch'] = database.batch.bind(database);
  return Object.assign(database, { batch: createNamedBatch(run) });
}

/**
 * A batch that writes takes the write lock first and waits for it. A deferred batch, the library's default, takes the lock
 * midway, where concurrent batches block each other for seconds.
 */
function isRead(statement: InStatement | [string, InArgs?]): boolean {
  const text =
    typeof statement === 'string' ? statement : Array.isArray(statement) ? statement[0] : statement.sql;
  return /^\s*select\b/i.test(text);
}

/**
 * Repeats a request that the server refused unread.
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
      const isLocked = error instanceof LibsqlError && error.code.startsWith('SQLITE_BUSY');
      if (!isLocked) throw error;
      if (attempt === TRIES) throw new DatabaseUnavailable(error);
      await waitBriefly();
    }
  }
}

/** Waits at random, so that two batches that met do not meet again. */
function waitBriefly(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_RETRY_DELAY_MS));
}

/** @returns whether the database refused a statement itself: without that statement, the batch may pass. */
export function isStatementRefused(error: unknown): boolean {
  return (
    error instanceof LibsqlError && error.code.startsWith('SQLITE_') && !error.code.startsWith('SQLITE_BUSY')
  );
}

export type Db = ReturnType<typeof openDatabase>;
