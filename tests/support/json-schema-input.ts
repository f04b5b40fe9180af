import fc from 'fast-check';
import { codePoint } from './any-text.ts';

type Schema = Record<string, unknown>;

/** Inputs that have broken programs before: each is valid JSON, and none is a sensible value of a field. */
export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ufeff',
  '\u202e',
  '..%2f..%2fetc%2fpasswd',
  "' OR 1=1 --",
  '"; DROP TABLE users; --',
  '<script>alert(1)</script>',
  '{{7*7}}',
  'A'.repeat(5_000),
  '%s%n%x',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e999',
  '😀'.repeat(50),
  'a@b',
  '\u{1d518}',
  'xn--a',
];

const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts),
  fc.constantFrom<unknown>(null, true, -1, 0.5, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[[]]], {
    __proto__x: 1,
  }),
  fc.jsonValue(),
);

/** @returns values that the schema accepts, as far as JSON Schema describes it. */
export function validFor(schema: Schema, components: Record<string, Schema>): fc.Arbitrary<unknown> {
  const name = String(schema.$ref ?? '').replace('#/components/schemas/', '');
  const whole = components[name] ?? schema;
  const options = (whole.anyOf ?? whole.oneOf) as Schema[] | undefined;
  if (options) return fc.oneof(...options.map((option) => validFor(option, components)));
  if (Array.isArray(whole.enum)) return fc.constantFrom(...(whole.enum as unknown[]));
  if (whole.const !== undefined) return fc.constant(whole.const);
  switch (whole.type) {
    case 'string':
      return textFor(whole);
    case 'integer':
    case 'number':
      return fc.integer({ min: Number(whole.minimum ?? -10), max: Number(whole.maximum ?? 300_000) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(validFor(whole.items as Schema, components), { maxLength: 4 });
    case 'object': {
      const properties = Object.entries((whole.properties ?? {}) as Record<string, Schema>);
      const model = Object.fromEntries(properties.map(([key, part]) => [key, validFor(part, components)]));
      const requiredKeys = ((whole.required ?? []) as string[]).filter((key) => key in model);
      return fc.record(model, { requiredKeys });
    }
    default:
      return fc.jsonValue();
  }
}

/** Declared once: compiling a pattern takes longer than all requests of a test. */
const word = fc.stringMatching(/^[a-z][a-z0-9]{5,15}$/);

function textFor({ format, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return word.map((local) => `${local}@example.com`);
  const least = Number(minLength ?? 0);
  return fc.oneof(word, fc.string({ unit: codePoint, minLength: least, maxLength: Number(maxLength ?? 60) }));
}

/** @returns values one step away from valid: a field missing, one too many, or one of another type. */
export function nearlyValid(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      valid,
      fc.nat(),
      fc.constantFrom('drop', 'add', 'swap'),
      fc.constantFrom(...hostileTexts),
      hostileValue,
    )
    .map(([value, at, how, name, other]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return other;
      const entries = Object.entries(value);
      const index = entries.length === 0 ? 0 : at % entries.length;
      if (how === 'drop') return Object.fromEntries(entries.filter((_, position) => position !== index));
      if (how === 'add' || entries.length === 0) return Object.fromEntries([...entries, [name, other]]);
      return Object.fromEntries(
        entries.map(([key, kept], position) => [key, position === index ? other : kept]),
      );
    });
}

/** Bodies that are not a JSON object, or differ from one in several ways. */
export const hostileBody: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"text"',
    '1',
    '{"a":1,"a":2}',
    '{"a":1}{"b":2}',
    '{"a":1,}',
    "{'a':1}",
    '{"a":\u0000}',
    '['.repeat(5_000),
    `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
    '\ufeff{}',
    '{"a":"\\ud800"}',
    '{"a":1e999}',
    `{"a":"${'x'.repeat(1_100_000)}"}`,
    `{"a":${'9'.repeat(400)}}`,
    '{"__proto__":{"isAdmin":true}}',
  ),
  fc.uint8Array({ maxLength: 64 }).map((bytes) => new Uint8Array(bytes)),
  hostileValue.map((value) => JSON.stringify(value)),
);
