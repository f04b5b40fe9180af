import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isDatabaseUnavailable } from '#app/domain/errors/unavailable.ts';
import { type Db, openDatabase } from '#db/client.ts';
import { type OwnDatabase, startOwnDatabase } from '../../support/own-database.ts';
import { type ProviderSwitch, providerSwitch } from '../../support/provider-switch.ts';

let server: OwnDatabase;
let front: ProviderSwitch;
let db: Db;

beforeAll(async () => {
  server = await startOwnDatabase();
  front = await providerSwitch();
  front.connect(server.url);
  db = openDatabase({ url: front.url, token: undefined });
  await db.run(sql`CREATE TABLE tally (at INTEGER)`);
}, 60_000);

beforeEach(() => {
  front.refusals = [];
  front.isDown = false;
});

afterAll(async () => {
  front.close();
  await server.stop();
});

const write = () => db.run(sql`INSERT INTO tally VALUES (1)`);
const written = async () =>
  (await db.all<{ count: number }>(sql`SELECT count(*) AS count FROM tally`))[0]?.count;
const isOutage = (error: unknown) => isDatabaseUnavailable(error);

test('what the server turned away is asked again, and done once', async () => {
  const before = (await written()) ?? 0;
  front.refusals = [429, 429];
  await write();
  expect(await written()).toBe(before + 1);
  front.refusals = [429];
  expect(await written()).toBe(before + 1);
});

test('what the server keeps turning away is an outage, and is not done', async () => {
  const before = await written();
  front.refusals = [429, 429, 429];
  await expect(write()).rejects.toSatisfy(isOutage);
  expect(front.refusals).toEqual([]);
  expect(await written()).toBe(before);
});

test.each([500, 502, 503, 504])('a %d is an outage at once: it may have been done', async (status) => {
  front.refusals = [status, 429];
  await expect(write()).rejects.toSatisfy(isOutage);
  expect(front.refusals).toEqual([429]);
});

test('a failed statement is no outage, whatever was turned away before it', async () => {
  front.refusals = [429, 429, 429];
  const turnedAway = written();
  await expect(turnedAway).rejects.toSatisfy(isOutage);
  await expect(db.run(sql`INSERT INTO nowhere VALUES (1)`)).rejects.not.toSatisfy(isOutage);
});

test('a server that cannot be reached is an outage', async () => {
  const nowhere = openDatabase({ url: 'http://127.0.0.1:9', token: undefined });
  await expect(nowhere.run(sql`SELECT 1`)).rejects.toSatisfy(isOutage);
});
