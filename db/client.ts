import { createClient, type InArgs, type InStatement, LibsqlError } from '@libsql/client/web';
import { drizzle } from 'drizzle-orm/libsql/web';
import { DatabaseUnavailable } from '#app/domain/errors/unavailable.ts';

/** Counts what a request spent at the database; the goal is one round trip a page (design §3). */
export interface RoundTripCounter {
  roundTrips: number;
}

/** Nobody waits longer for a page; the server itself gives a lock up after five seconds. */
const DEADLINE_MS = 10_000;
const TRIES = 3;
const RETRY_AFTER_AT_MOST_MS = 150;

/** Has writes wait for each other here, and not at the server. */
type InTurn = <Answer>(write: () => Promise<Answer>) => Promise<Answer>;

/**
 * Opens the database over HTTP. Costs nothing until the first statement, so each request opens its own and no
 * request ever waits on another's connection.
 * Its statements fail with DatabaseUnavailable while the server does not answer.
 * @param counter is increased by one for each HTTP request the client sends.
 * @param inTurn for who may wait for others; a Durable Object may not wait for what another one does.
 */
export function openDatabase(
  settings: { url: string; token: string | undefined },
  counter: RoundTripCounter = { roundTrips: 0 },
  inTurn: InTurn = (write) => write(),
) {
  /** Whether the last request was answered. */
  let answers = true;
  const client = createClient({
    url: settings.url,
    ...(settings.token === undefined ? {} : { authToken: settings.token }),
    fetch: async (request: Request) => {
      counter.roundTrips += 1;
      answers = false;
      // A redirect would carry the database's token to wherever it leads.
      const response = await fetch(request, {
        redirect: 'manual',
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      answers = response.status < 500;
      return response;
    },
  });
  const reach = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await whenFree(ask);
    } catch (error) {
      throw answers ? error : new DatabaseUnavailable(error);
    }
  };
  const { execute, batch } = client;
  client.execute = (...statement: unknown[]) => {
    const ask = () => reach(() => Reflect.apply(execute, client, statement) as ReturnType<typeof execute>);
    return isRead(statement[0] as InStatement) ? ask() : inTurn(ask);
  };
  client.batch = (statements, chosen) => {
    const mode = chosen ?? (statements.every(isRead) ? 'read' : 'write');
    const ask = () => reach(() => batch.call(client, statements, mode));
    return mode === 'read' ? ask() : inTurn(ask);
  };
  return drizzle(client);
}

/**
 * A batch that writes takes the write lock at once and waits for its turn; a deferred one, the library's own choice, takes
 * it in the middle, where many at once block each other for seconds.
 */
function isRead(statement: InStatement | [string, InArgs?]): boolean {
  const text =
    typeof statement === 'string' ? statement : Array.isArray(statement) ? statement[0] : statement.sql;
  return /^\s*select\b/i.test(text);
}

/**
 * Repeats what found the database locked by another writer. Such a batch has written nothing: it fails at its first
 * write or at its commit, and is rolled back whole.
 */
async function whenFree<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const isLocked = error instanceof LibsqlError && error.code.startsWith('SQLITE_BUSY');
      if (!isLocked || attempt === TRIES) throw error;
      // At random, so that two who met do not meet again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * RETRY_AFTER_AT_MOST_MS));
    }
  }
}

/** @returns what a write fails with that waited too long for its turn. */
export function tooManyWriters(): Error {
  return new LibsqlError('Too many are writing.', 'SQLITE_BUSY');
}

/** @returns whether the database refused a statement for what it says: alone, the others of its batch may pass. */
export function isStatementRefused(error: unknown): boolean {
  return (
    error instanceof LibsqlError && error.code.startsWith('SQLITE_') && !error.code.startsWith('SQLITE_BUSY')
  );
}

export type Db = ReturnType<typeof openDatabase>;
