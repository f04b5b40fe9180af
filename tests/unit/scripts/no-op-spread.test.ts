import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = '{app,db,durable-objects,engine,sandbox,scripts,tests,workers}/**/*.{ts,tsx}';
/** The spread of an object or a list, as a member of another one or as an argument. */
const SPREAD = /(?<=[{[(,]\s*)\.\.\.[{[]/g;
/** What may be in a literal: texts, in which a bracket is no bracket, and brackets. */
const TOKEN = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|[{}[\]()]/g;

/**
 * @returns the lines with a spread of a literal, such as `{ ...{ a, b }, c }`, which only makes the formatter pack lines. The
 *   spread of properties in JSX is not one: it is the only member of its braces.
 */
function findNoOpSpreads(source: string): number[] {
  return [...source.matchAll(SPREAD)].flatMap(({ index }) => {
    const end = endOf(source, index + '...'.length);
    const before = source.slice(0, index).trimEnd().at(-1);
    const after = source.slice(end).trimStart().at(0) ?? '';
    const isJsx = before === '{' && after === '}';
    return isJsx || !',}])'.includes(after) ? [] : [source.slice(0, index).split('\n').length];
  });
}

/** @returns the position after the literal that begins at `start`. */
function endOf(source: string, start: number): number {
  let depth = 0;
  TOKEN.lastIndex = start;
  for (let token = TOKEN.exec(source); token; token = TOKEN.exec(source)) {
    if ('{[('.includes(token[0])) depth += 1;
    else if ('}])'.includes(token[0])) depth -= 1;
    if (depth === 0) return TOKEN.lastIndex;
  }
  return source.length;
}

test('the search finds the spread of a literal, and no other', () => {
  const source = [
    "const found = { ...{ a: '}' }, b: 2 };",
    'const foundInList = [...[1], 2];',
    'const foundInCall = Math.max(...[1, 2]);',
    'const other = { ...found, ...(found.a ? { c: 3 } : {}) };',
    'const otherInCall = Math.max(...[1, 2].map(twice));',
    'const jsx = <Field {...{ label, hint }} />;',
  ];
  expect(findNoOpSpreads(source.join('\n'))).toEqual([1, 2, 3]);
});

test('members are written plainly, not as a spread of a literal', () => {
  const found = globSync(SOURCES, { exclude: ['tests/unit/scripts/no-op-spread.test.ts'] }).flatMap((file) =>
    findNoOpSpreads(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});
