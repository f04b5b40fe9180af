import { expect, test } from 'vitest';
import { httpClient } from '#db/http/client.ts';
import { decodeValue, encodeValue, type WireValue } from '#db/http/values.ts';

/** A server that gives one answer; `sent` is what it was sent. */
function answering(answer: object, status = 200) {
  const sent: unknown[] = [];
  const client = httpClient(async (body) => {
    sent.push(JSON.parse(body));
    return Response.json(answer, { status });
  });
  return { client, sent };
}

const text = (value: string): WireValue => ({ type: 'text', value });
const rows = (cols: string[], ...found: WireValue[][]) => ({
  cols: cols.map((name) => ({ name })),
  rows: found,
  affected_row_count: 0,
});
const executed = (result: object) => ({
  results: [{ type: 'ok', response: { type: 'execute', result } }, { type: 'ok' }],
});

test('gives a row its values by position, and the first column of each name', async () => {
  const { client } = answering(executed(rows(['id', 'name', 'id'], [text('a'), text('b'), text('c')])));
  const { rows: found } = await client.execute({ sql: 'SELECT 1' });
  expect(found.map((row) => Array.from(row))).toEqual([['a', 'b', 'c']]);
  expect({ ...found[0] }).toEqual({ id: 'a', name: 'b' });
});

test('closes the stream that it opens in the same request', async () => {
  const { client, sent } = answering(executed(rows([])));
  await client.execute({ sql: 'SELECT ?', args: [1] });
  expect(sent).toEqual([
    {
      requests: [
        {
          type: 'execute',
          stmt: { sql: 'SELECT ?', args: [{ type: 'float', value: 1 }], want_rows: true },
        },
        { type: 'close' },
      ],
    },
  ]);
});

test.each([
  ['a refused statement', { results: [{ type: 'error', error: { message: 'no', code: 'SQLITE_X' } }] }, 200],
  ['an empty answer', { results: [] }, 200],
  ['a refused request', { error: 'no' }, 401],
])('reports %s', async (_, answer, status) => {
  const { client } = answering(answer, status);
  await expect(client.execute({ sql: 'SELECT 1' })).rejects.toThrow(/^(?:SQLITE_X: no|SERVER_ERROR: )/);
});

test('reports the statement of a batch that failed, and one that did not run', async () => {
  const batch = (step_results: unknown[], step_errors: unknown[]) =>
    answering({
      results: [{ type: 'ok', response: { result: { step_results, step_errors } } }],
    }).client.batch([{ sql: 'SELECT 1' }], 'write');
  const none = rows([]);
  const failed = batch([none, null, null, none], [null, { message: 'no', code: 'SQLITE_BUSY' }, null, null]);
  await expect(failed).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  await expect(batch([none, null, none, null], [null, null, null, null])).rejects.toMatchObject({
    code: 'TRANSACTION_CLOSED',
  });
  // After a COMMIT nothing is left to roll back.
  expect(await batch([none, none, none, null], [null, null, null, { message: 'none' }])).toHaveLength(1);
});

test('encodes and decodes what columns hold', () => {
  expect(['a', 1.5, 2n, true, false, null].map(encodeValue)).toEqual([
    { type: 'text', value: 'a' },
    { type: 'float', value: 1.5 },
    { type: 'integer', value: '2' },
    { type: 'integer', value: '1' },
    { type: 'integer', value: '0' },
    { type: 'null' },
  ]);
  const wire: WireValue[] = [
    { type: 'integer', value: '-7' },
    { type: 'float', value: 0.5 },
    text('a'),
    { type: 'null' },
  ];
  expect(wire.map(decodeValue)).toEqual([-7, 0.5, 'a', null]);
});

test.each([undefined, {}, new Uint8Array(1)])('refuses %s as an argument', (value) => {
  expect(() => encodeValue(value)).toThrow(TypeError);
});

test('refuses numbers that would change on the way', () => {
  expect(() => encodeValue(Number.NaN)).toThrow(RangeError);
  expect(() => decodeValue({ type: 'integer', value: '9007199254740993' })).toThrow(RangeError);
  expect(() => decodeValue({ type: 'blob' } as unknown as WireValue)).toThrow(TypeError);
});
