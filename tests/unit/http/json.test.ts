import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from '#app/api/plumbing/json-body.ts';
import { findJsonFault, positionIn } from '#app/domain/encoding/json.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';

const DEPTH = 32;

/** @returns the runtime's own result for a text; null when it does not parse. */
function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Nearly valid JSON: a value's text with a few characters replaced, removed or doubled. */
const nearlyJson = fc
  .tuple(
    fc.jsonValue({ maxDepth: 4 }),
    fc.nat({ max: 2 }),
    fc.array(
      fc.record({
        at: fc.nat(),
        put: fc.constantFrom('', '{', '}', '[', ']', ',', ':', '"', '\\', '0', '-', '.', 'e', ' ', '\u0007'),
        drop: fc.nat({ max: 3 }),
      }),
      { maxLength: 3 },
    ),
  )
  .map(([value, indent, edits]) =>
    edits.reduce(
      (text, { at, put, drop }) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + drop);
      },
      JSON.stringify(value, null, indent),
    ),
  );

test('finds a fault exactly where the runtime does not parse', () => {
  fc.assert(
    fc.property(fc.oneof(nearlyJson, fc.string(), fc.json()), (text) => {
      const fault = findJsonFault(text, DEPTH);
      // A duplicate key can precede the syntax error.
      if (parse(text) === null) expect(fault).not.toBeNull();
      else expect(fault?.kind).not.toBe('syntax');
    }),
    { numRuns: 5_000 },
  );
});

test('the text before a fault is a prefix of some JSON, and one more character is not', () => {
  fc.assert(
    fc.property(nearlyJson, (text) => {
      const fault = findJsonFault(text, DEPTH);
      if (fault?.kind !== 'syntax') return;
      // A truncated text fails at its end, and nowhere earlier.
      expect(findJsonFault(text.slice(0, fault.at), DEPTH)?.at ?? fault.at).toBe(fault.at);
    }),
    { numRuns: 3_000 },
  );
});

test('accepts any value with unique keys', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat({ max: 4 }), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const fault = findJsonFault(text, DEPTH);
      // The only possible fault of a serialized value is a lone surrogate.
      expect(fault === null || fault.kind === 'lone-surrogate').toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test('keeps a number when its digits survive, however it is written', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      for (const text of [String(value), value.toExponential()]) {
        expect(findJsonFault(`[${text}]`, DEPTH), text).toBeNull();
      }
    }),
  );
});

test.for(['9007199254740993', '0.1234567890123456789', '1e400', '-1e400', '1e-400', '123456789012345678901'])(
  '%s loses digits, and is refused by the name of its field',
  (number) => {
    expect(findJsonFault(`{"a":[true,{"b":${number}}]}`, DEPTH)).toMatchObject({
      kind: 'imprecise-number',
      path: 'a.1.b',
    });
  },
);

test.for(['0', '-0', '1.50', '15e-1', '0.0e99999', '1E3', '9007199254740991', '1e21', '0.1', '5e-324'])(
  'accepts the number %s, which JavaScript can represent',
  (number) => {
    expect(findJsonFault(number, DEPTH)).toBeNull();
  },
);

test.for([
  ['{"a":1,"a":1}', 'a'],
  ['{"a":{"b":1,"c":2,"b":3}}', 'a.b'],
  ['[{"x":1},{"x":1,"x":2}]', '1.x'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
] as const)('in %s the key %s is repeated', ([text, path]) => {
  expect(findJsonFault(text, DEPTH)).toMatchObject({ kind: 'duplicate-key', path });
});

test('the limit of depth refuses a million brackets like thirty-three', () => {
  expect(findJsonFault('['.repeat(DEPTH) + ']'.repeat(DEPTH), DEPTH)).toBeNull();
  for (const depth of [DEPTH + 1, 500_000]) {
    expect(findJsonFault('['.repeat(depth), DEPTH)).toEqual({ kind: 'too-deep', at: DEPTH });
    expect(findJsonFault('{"a":'.repeat(depth), DEPTH)).toEqual({ kind: 'too-deep', at: DEPTH * 5 });
  }
});

test('scans a megabyte in linear time', () => {
  const took = cpuTimeOf(() => {
    expect(findJsonFault(JSON.stringify({ text: 'x'.repeat(1_000_000) }), DEPTH)).toBeNull();
    expect(findJsonFault(`{${'"a":"\\n"'.repeat(100_000)}`, DEPTH)?.kind).toBe('syntax');
    expect(findJsonFault(JSON.stringify(Array.from({ length: 200_000 }, (_, n) => n)), DEPTH)).toBeNull();
  });
  expect(took).toBeLessThan(10_000);
});

test('a position counts lines and columns from one', () => {
  expect(positionIn('abc', 0)).toEqual({ line: 1, column: 1 });
  expect(positionIn('a\r\nbc\rd\ne', 8)).toEqual({ line: 4, column: 1 });
});

const post = (body: BodyInit, type = 'application/json', more: Record<string, string> = {}) =>
  new Request('https://portal.test/api', {
    method: 'POST',
    body,
    headers: { 'Content-Type': type, ...more },
  });

async function failureOf(request: Request): Promise<AppError> {
  const error: unknown = await readJson(request).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`It was not refused: ${error}`);
  return error;
}

test.for([
  ['{"a": 1,\n  "b" 2}', { line: 2, column: 7 }],
  ['', { line: 1, column: 1 }],
  ['{"a":1}}', { line: 1, column: 8 }],
  ['{"a":"\\ud800"}', { line: 1, column: 6 }],
] as const)('%j cannot be read, and the refusal says where', async ([text, position]) => {
  expect(await failureOf(post(text))).toMatchObject({ code: 'malformed_body', position });
});

test('refuses invalid UTF-8 at its position', async () => {
  const bytes = (head: string, ...tail: number[]) => Uint8Array.from([...Buffer.from(head), ...tail]);
  for (const tail of [[0xff, 0x22], [0xc3, 0x22], [0xed, 0xa0, 0x80, 0x22], [0xef, 0xbb, 0x22], [0xc3]]) {
    const failure = await failureOf(post(bytes('{"é":\n"\uFFFDa', ...tail)));
    expect(failure).toMatchObject({ code: 'malformed_body', position: { line: 2, column: 4 } });
  }
});

test.for([
  ['text/plain', {}],
  ['application/json; charset=latin1', {}],
  ['application/jsonp', {}],
  ['application/json', { 'Content-Encoding': 'gzip' }],
] as const)('%s %j is not an accepted content type', async ([type, more]) => {
  expect(await failureOf(post('{}', type, more))).toMatchObject({ code: 'unsupported_media_type' });
});

test.for(['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"'])(
  'reads JSON with the content type %s',
  async (type) => {
    expect(await readJson(post('\uFEFF {"a":[1]} ', type))).toEqual({ a: [1] });
  },
);
