import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonObjectReader, JsonRefused } from '#app/domain/backup/json-object.ts';
import { codePoint } from '#tests/support/any-text.ts';
import { utf8 } from './workflows.ts';

const WANTED = ['id', 'name', 'nodes'];

function read(text: string, cuts: readonly number[] = []) {
  const reader = createJsonObjectReader(WANTED);
  const bytes = utf8(text);
  const borders = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
  for (const [index, from] of borders.slice(0, -1).entries()) {
    const part = bytes.subarray(from, borders[index + 1]);
    const end = reader.read(part);
    if (end >= 0)
      return { end: from + end, fields: Object.fromEntries(reader.fields), deepest: reader.deepest() };
  }
  return { end: -1, fields: {}, deepest: 0 };
}

/** The verdict of the platform's own parser. */
function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function isTaken(text: string): boolean {
  try {
    const { end } = read(text);
    return (
      end >= 0 &&
      utf8(text)
        .subarray(end)
        .every((byte) => [0x20, 0x0a, 0x0d, 0x09].includes(byte))
    );
  } catch (error) {
    if (error instanceof JsonRefused) return false;
    throw error;
  }
}

test('reads every object to its end, wherever its bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: codePoint }), fc.jsonValue()),
      fc.array(fc.nat(400)),
      fc.constantFrom(undefined, 2),
      (value, cuts, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(read(`${text} rest`, cuts).end).toBe(utf8(text).length);
      },
    ),
  );
});

test('accepts an object with a byte added, removed or replaced exactly when it is still JSON', () => {
  const mark = fc.constantFrom(...'{}[]",:\\\u0001 0123456789.eE+-tfnux');
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
      fc.nat(),
      fc.nat(2),
      mark,
      (value, at, removed, put) => {
        const text = JSON.stringify({ k: 1.5e-3, ...value });
        const from = at % text.length;
        const changed = text.slice(0, from) + put + text.slice(from + removed);
        // Duplicate keys among a workflow's own fields have a separate test.
        fc.pre(!/"(id|name|nodes)"/.test(changed));
        expect(isTaken(changed)).toBe(isJsonObject(changed));
      },
    ),
    { numRuns: 2_000 },
  );
});

test.for([
  ['{"id":"a","name":"\\u00e9\\"","nodes":[]}', { id: 'a', name: 'é"' }],
  ['{"\\u0069d":"b","other":{"id":"c","name":"d"},"nodes":[{"id":"e"}]}', { id: 'b' }],
])('%s: keeps only the outermost fields, for any spelling', ([text, expected]) => {
  const { fields } = read(text as string);
  expect(
    Object.fromEntries(
      Object.entries(fields).flatMap(([key, f]) => (f.kind === 'text' ? [[key, f.text]] : [])),
    ),
  ).toEqual(expected);
});

test.for(['{"id":1,"id":2}', '{"id":"a","\\u0069d":"b"}', '[]', '"a"', '1', ' \n ,', '{"a":\u0007}'])(
  '%s is refused',
  (text) => {
    expect(() => read(text)).toThrow(JsonRefused);
  },
);

test('reads JSON of any depth that a workspace can store, and tells its levels', () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  for (const levels of [2, 500, 501, 2 ** 20]) {
    const { end, deepest } = read(nested(levels));
    expect([end, deepest]).toEqual([nested(levels).length, levels]);
  }
  expect(read('{"b":[],"a":1}').deepest).toBe(2);
  expect(() => read(nested(2 ** 20 + 1))).toThrow(/deep/);
});

test('of a wanted field that is too long nothing is kept, and it comes once; a key that is too long is skipped', () => {
  const long = 'x'.repeat(9_000);
  expect(read(`{"name":"${long}","id":"a"}`).fields).toMatchObject({
    name: { text: '', isCut: true },
    id: { text: 'a' },
  });
  expect(() => read(`{"name":"${long}","name":"b"}`)).toThrow(/twice/);
  expect(read(`{"${long}":"y"}`).end).toBeGreaterThan(0);
});

test.for([
  ['a number of any length', `{"a":-${'9'.repeat(9_000)}.${'0'.repeat(9_000)}e+${'1'.repeat(9_000)}}`, true],
  ['a long number with a leading zero', `{"a":0${'1'.repeat(9_000)}}`, false],
  ['a long number without its fraction', `{"a":${'1'.repeat(9_000)}.}`, false],
  ['two numbers in one', `{"a":${'1'.repeat(9_000)}-${'1'.repeat(9_000)}}`, false],
] as const)('%s is accepted exactly when it is JSON', ([, text, expected]) => {
  expect(isJsonObject(text)).toBe(expected);
  expect(isTaken(text)).toBe(expected);
});
