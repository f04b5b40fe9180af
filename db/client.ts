import { createClient, type InArgs, type InStatement, LibsqlError } from '@libsql/client/web';
import { drizzle } from 'drizzle-orm/libsql/web';
import { DatabaseUnavailable } from '#app/domain/errors/unavailable.ts';
import { type NamedBatch, namedBatch } from './batch.ts';

/** Counts what a request spent at the database; the goal is one round trip a page (design §3). */
export interface RoundTripCounter {
  roundTrips: number;
}

/** Nobody waits longer for a page; the server itself gives a lock up after five seconds. */
const DEADLINE_MS = 10_000;
const TRIES = 3;
const RETRY_AFTER_AT_MOST_MS = 150;
/** The server's answer while its line is too long: it has not looked at what was asked. */
const TOO_MANY_REQUESTS = 429;

/**
 * Opens the database over HTTP. Costs nothing until the first statement, so each request opens its own and no
 * request ever waits on another's connection.
 * Its statements fail with DatabaseUnavailable while the server does not answer, or has too much to do.
 * @param counter is increased by one for each HTTP request the client sends.
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
    fetch: (request: Request) => untilTaken(() => ask(request.clone() as Request)),
  });
  async function ask(request: Request): Promise<Response> {
    counter.roundTrips += 1;
    // A redirect would carry the database's token to wherever it leads.
    const asked = { redirect: 'manual', signal: AbortSignal.timeout(DEADLINE_MS) } as const;
    return await fetch(request, asked).catch((error: unknown) => {
      throw new DatabaseUnavailable(error);
    });
  }
  const { execute, batch } = client;
  client.execute = (...statement: unknown[]) => {
    if (!isRead(statement[0] as InStatement)) onWrite();
    return whenFree(() => Reflect.apply(execute, client, statement) as ReturnType<typeof execute>);
  };
  client.batch = (statements, chosen) => {
    const mode = chosen ?? (statements.every(isRead) ? 'read' : 'write');
    if (mode !== 'read') onWrite();
    return whenFree(() => batch.call(client, statements, mode));
  };
  const database = drizzle(client);
  return withNamedBatch(database);
}

type Positional = ReturnType<typeof drizzle>;

/**
 * Replaces the driver's batch, whose results are known by their position alone. An interactive transaction would hold up
 * every other writer (docs/decisions/local-database.md), so there is none.
 */
export function withNamedBatch<Database extends Pick<Positional, 'batch'>>(
  database: Database,
): Omit<Database, 'batch' | 'transaction'> & { batch: NamedBatch } {
  const run: Positional['batch'] = database.batch.bind(database);
  return Object.assign(database, { batch: namedBatch(run) });
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
 * Repeats what the server turned away unread.
 * @returns its answer, whatever that says of the statements. @throws DatabaseUnavailable when it has none.
 */
async function untilTaken(ask: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask();
    const isTurnedAway = answer.status === TOO_MANY_REQUESTS;
    if (!isTurnedAway && answer.status < 500) return answer;
    await answer.body?.cancel();
    if (!isTurnedAway || attempt === TRIES) throw new DatabaseUnavailable(`Its status is ${answer.status}.`);
    await soon();
  }
}

/**
 * Repeats what found the database locked by another writer. Such a batch has written nothing: it fails at its first
 * write or at its commit, and is rolled back whole.
 * @throws DatabaseUnavailable when it stays locked.
 */
async function whenFree<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const isLocked = error instanceof LibsqlError && error.code.startsWith('SQLITE_BUSY');
      if (!isLocked) throw error;
      if (attempt === TRIES) throw new DatabaseUnavailable(error);
      await soon();
    }
  }
}

/** At random, so that two who met do not meet again. */
function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * RETRY_AFTER_AT_MOST_MS));
}

/** @returns whether the database refused a statement for what it says: alone, the others of its batch may pass. */
export function isStatementRefused(error: unknown): boolean {
  return (
    error instanceof LibsqlError && error.code.startsWith('SQLITE_') && !error.code.startsWith('SQLITE_BUSY')
  );
}

export type Db = ReturnType<typeof openDatabase>;
