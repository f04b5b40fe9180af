import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isDatabaseUnavailable } from '#app/domain/errors/unavailable.ts';
import { openDatabase } from '#db/client.ts';
import type { Db } from '#db/database.ts';
import { type OwnDatabase, startOwnDatabase } from '../../support/own-database.ts';
import { type ProviderSwitch, providerSwitch } from '../../support/provider-switch.ts';
import { json, Provider } from '../outbound/provider.ts';

let server: OwnDatabase;
let front: ProviderSwitch;
let db: Db;

beforeAll(async () => {
  server = await startOwnDatabase();
  front = await providerSwitch();
  front.connect(server.url);
  db = openDatabase({ url: front.url, token: undefined });
  await db.run(sql`CREATE TABLE tally (at INTEGER)`);
});

beforeEach(() => {
  front.refusals = [];
  front.isDown = false;
});

afterAll(async () => {
  front.close();
  await server.stop();
});

const write = () => db.run(sql`INSERT INTO tally VALUES (1)`);
const written = async () => (await db.select({ count: sql<number>`count(*)` }).from(sql`tally`))[0]?.count;
const isOutage = (error: unknown) => isDatabaseUnavailable(error);

test('repeats a request that the server refused, and runs it once', async () => {
  const before = (await written()) ?? 0;
  front.refusals = [429, 429];
  await write();
  expect(await written()).toBe(before + 1);
  front.refusals = [429];
  expect(await written()).toBe(before + 1);
});

test('reports an outage when the server keeps refusing, and runs nothing', async () => {
  const before = await written();
  front.refusals = [429, 429, 429];
  await expect(write()).rejects.toSatisfy(isOutage);
  expect(front.refusals).toEqual([]);
  expect(await written()).toBe(before);
});

test.each([500, 502, 503, 504])(
  'reports an outage at the first %d, since the batch may have run',
  async (status) => {
    front.refusals = [status, 429];
    await expect(write()).rejects.toSatisfy(isOutage);
    expect(front.refusals).toEqual([429]);
  },
);

const failing = async (answer: object, status = 200) => {
  const provider = await Provider.start(json(answer, status));
  const failed = openDatabase({ url: provider.url, token: undefined }).run(sql`SELECT 1`);
  const failure = await Promise.resolve(failed).catch((error: unknown) => error);
  await provider[Symbol.asyncDispose]();
  return failure;
};
const refused = (code: string) => failing({ results: [{ type: 'error', error: { message: 'no', code } }] });

test.each([
  'TRANSACTION_TIMEOUT',
  'TRANSACTION_BUSY',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_IOERR',
  'SQLITE_FULL',
  'SQLITE_NOMEM',
  'SQLITE_READONLY',
  'BLOCKED',
  'PROXY_ERROR',
])('reports the server’s own %s as an outage', async (code) => {
  expect(await refused(code)).toSatisfy(isOutage);
});

// An expired token, a database that moves, a front end that gives up.
test.each([307, 401, 403, 404, 408])('reports the status %d as an outage', async (status) => {
  expect(await failing({ error: 'no' }, status)).toSatisfy(isOutage);
});

test.each(['SQLITE_CONSTRAINT', 'SQLITE_UNKNOWN', 'SQL_INPUT_ERROR', 'ARGS_INVALID', 'RESPONSE_TOO_LARGE'])(
  'reports a statement’s %s as no outage',
  async (code) => {
    expect(await refused(code)).toMatchObject({ name: 'SqlError', code });
  },
);

test('reports a request that the server cannot read as no outage', async () => {
  expect(await failing({ error: 'no' }, 400)).toMatchObject({ name: 'SqlError' });
});

test('does not report a failed statement as an outage, even after refusals', async () => {
  front.refusals = [429, 429, 429];
  const turnedAway = written();
  await expect(turnedAway).rejects.toSatisfy(isOutage);
  await expect(db.run(sql`INSERT INTO nowhere VALUES (1)`)).rejects.not.toSatisfy(isOutage);
});

test('reports an unreachable server as an outage', async () => {
  const nowhere = openDatabase({ url: 'http://127.0.0.1:9', token: undefined });
  await expect(nowhere.run(sql`SELECT 1`)).rejects.toSatisfy(isOutage);
});

/** @returns the callbacks of pending ten-second timers that are set from now on. */
function watchDeadlines(): Map<unknown, () => void> {
  const pending = new Map<unknown, () => void>();
  const { setTimeout, clearTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, delayMs: number) => {
    const timer = setTimeout(run, delayMs);
    if (delayMs === 10_000) pending.set(timer, run);
    return timer;
  });
  vi.stubGlobal('clearTimeout', (timer: NodeJS.Timeout) => {
    pending.delete(timer);
    clearTimeout(timer);
  });
  return pending;
}

test('gives up ten seconds after the request, and keeps no timer after an answer', async () => {
  await using stuck = await Provider.start((_request, response) => void response.writeHead(200).write('{'));
  const pending = watchDeadlines();
  await written();
  front.refusals = [500];
  await expect(write()).rejects.toSatisfy(isOutage);
  expect(pending.size).toBe(0);

  const asked = openDatabase({ url: stuck.url, token: undefined }).run(sql`SELECT 1`);
  const failed = expect(Promise.resolve(asked)).rejects.toSatisfy(isOutage);
  await expect.poll(() => stuck.requests.length).toBe(1);
  expect(pending.size).toBe(1);
  for (const passTenSeconds of pending.values()) passTenSeconds();
  await failed;
  expect(pending.size).toBe(0);
});
