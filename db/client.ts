import type { Client } from '@libsql/client';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { LibSQLDatabase } from 'drizzle-orm/libsql/driver-core';
import { LibSQLSession } from 'drizzle-orm/libsql/session';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { DatabaseUnavailable } from '#app/domain/errors/unavailable.ts';
import { type NamedBatch, namedBatch } from './batch.ts';
import { DatabaseRefusal, type HttpClient, httpClient, type Statement } from './http/client.ts';

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
  const headers = {
    'Content-Type': 'application/json',
    ...(settings.token !== undefined && { Authorization: `Bearer ${settings.token}` }),
  };
  const url = `${settings.url}/v2/pipeline`;
  async function ask(body: string): Promise<Response> {
    counter.roundTrips += 1;
    // A redirect would carry the database's token to another host.
    const options = { redirect: 'manual', signal: AbortSignal.timeout(DEADLINE_MS) } as const;
    return await fetch(url, { method: 'POST', headers, body, ...options }).catch((error: unknown) => {
      throw new DatabaseUnavailable(error);
    });
  }
  const { execute, batch } = httpClient((body) => retryWhileBusy(() => ask(body)));
  /** @returns the lock that the statements need. */
  const noteWrites = (statements: readonly Statement[]) => {
    const isReading = statements.every(isRead);
    if (!isReading) onWrite();
    return isReading ? 'read' : 'write';
  };
  return databaseOn({
    execute(statement) {
      noteWrites([statement]);
      return retryWhileLocked(() => execute(statement));
    },
    batch(statements) {
      const mode = noteWrites(statements);
      return retryWhileLocked(() => batch(statements, mode));
    },
  });
}

/** Relations, which are declared nowhere. */
type Schema = Record<string, never>;

const dialect = new SQLiteAsyncDialect();

/** @returns drizzle on the client. Its libSQL driver reads rows and nothing else of what `@libsql/client` answers. */
function databaseOn(client: { [Act in keyof HttpClient]: (of: never) => ReturnType<HttpClient[Act]> }) {
  const libsql = client as unknown as Client;
  const session = new LibSQLSession<Schema, ExtractTablesWithRelations<Schema>>(
    ...([libsql, dialect, undefined, {}, undefined] as const),
  );
  const database = new LibSQLDatabase<Schema>('async', dialect, session, undefined);
  return Object.assign(withNamedBatch(database), { $client: libsql });
}

type Positional = LibSQLDatabase;

/**
 * Replaces the driver's batch, which returns results by position. Omits interactive transactions: they would block every
 * other writer (docs/decisions/local-database.md).
 */
export function withNamedBatch<Database extends Pick<Positional, 'batch'>>(
  database: Database,
): Omit<Database, 'batch' | 'transaction'> & { batch: NamedBatch } {
  const run: Positional['batch'] = database.batch.bind(database);
  return Object.assign(database, { batch: namedBatch(run) });
}

/**
 * A batch that writes takes the write lock first and waits for it. A deferred batch, the library's default, takes the lock
 * midway, where concurrent batches block each other for seconds.
 */
function isRead({ sql }: Statement): boolean {
  return /^\s*select\b/i.test(sql);
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
      const isLocked = error instanceof DatabaseRefusal && error.code.startsWith('SQLITE_BUSY');
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
    error instanceof DatabaseRefusal &&
    error.code.startsWith('SQLITE_') &&
    !error.code.startsWith('SQLITE_BUSY')
  );
}

export type Db = ReturnType<typeof openDatabase>;
