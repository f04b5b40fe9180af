import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDatabaseUnavailable } from '#app/domain/errors/unavailable.ts';
import { SqlError, type SqlStatement, sqlOverHttp } from '#db/sql-over-http.ts';
import { type OwnDatabase, startOwnDatabase } from '../../support/own-database.ts';

let server: OwnDatabase;
beforeAll(async () => {
  server = await startOwnDatabase();
}, 60_000);
afterAll(() => server.stop());

/** The paths and bodies that reached the real server. */
const sent: string[] = [];
const connection = sqlOverHttp(async (body) => {
  sent.push(body);
  const answer = await fetch(`${server.url}/v2/pipeline`, { method: 'POST', body });
  return { status: answer.status, body: await answer.text() };
});
const answering = (answer: unknown, status = 200) =>
  sqlOverHttp(async () => ({ status, body: JSON.stringify(answer) }));
const run = (sql: string, ...args: SqlStatement['args']) => connection.execute({ sql, args });

test('sends and returns every type of SQLite', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const { rows } = await run('SELECT ?, ?, ?, ?, ?, ?', null, 'ä\u0000\u{1f389}', 1.5, -7n, true, bytes);
  expect(rows).toEqual([[null, 'ä\u0000\u{1f389}', 1.5, -7, 1, bytes.buffer]]);
  expect((await run('SELECT typeof(?), ? / 2', 5, 5)).rows).toEqual([['real', 2.5]]);
});

test('stores half a surrogate pair, which a limit of length leaves of an emoji, as a replacement character', async () => {
  const agent = `${'a'.repeat(255)}\u{1f389}`.slice(0, 256);
  expect((await run('SELECT ?, ?', agent, '\u{1f389}')).rows).toEqual([
    [`${'a'.repeat(255)}\ufffd`, '\u{1f389}'],
  ]);
});

test('refuses a number that SQLite or JavaScript cannot represent', async () => {
  await expect(run('SELECT ?', Number.NaN)).rejects.toThrow(RangeError);
  await expect(run('SELECT 9007199254740993')).rejects.toThrow(RangeError);
  expect((await run('SELECT 9007199254740991')).rows).toEqual([[9007199254740991]]);
});

test('names SQLite’s code of a refused statement', async () => {
  await run('CREATE TABLE names (name TEXT NOT NULL)');
  const refusal = await run('INSERT INTO names VALUES (NULL)').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(SqlError);
  expect(refusal).toMatchObject({
    code: 'SQLITE_CONSTRAINT',
    message: expect.stringContaining('names.name'),
  });
});

test('runs a batch as one transaction in one request', async () => {
  await run('CREATE TABLE counts (count INTEGER NOT NULL)');
  const insert = (count: number | null) => ({ sql: 'INSERT INTO counts VALUES (?)', args: [count] });
  const read = { sql: 'SELECT count FROM counts ORDER BY count', args: [] };
  sent.length = 0;
  const [, , found] = await connection.batch([insert(1), insert(2), read], 'write');
  expect([found?.rows, sent.length]).toEqual([[[1], [2]], 1]);
  const refusal = connection.batch([insert(3), insert(null), insert(4)], 'write');
  await expect(refusal).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT' });
  expect(await connection.batch([read, read], 'read')).toEqual([{ rows: [[1], [2]] }, { rows: [[1], [2]] }]);
});

test.each([
  ['a status', answering({ error: 'no' }, 400), 'The database answered 400.'],
  ['no result', answering({ results: [] }), 'The answer has no result.'],
  ['an error without a code', answering({ results: [{ type: 'error', error: { message: 'no' } }] }), 'no'],
])('fails with an answer of %s', async (_, broken, message) => {
  const failure = broken.execute({ sql: 'SELECT 1', args: [] });
  await expect(failure).rejects.toThrow(message);
  await expect(broken.batch([{ sql: 'SELECT 1', args: [] }], 'read')).rejects.toThrow(SqlError);
});

test('an answer that was cut off is an outage', async () => {
  const cutOff = sqlOverHttp(async () => ({ status: 200, body: '{"results":[{"type":"ok","resp' }));
  await expect(cutOff.execute({ sql: 'SELECT 1', args: [] })).rejects.toSatisfy(isDatabaseUnavailable);
});
