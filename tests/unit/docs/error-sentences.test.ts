import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { en } from '#app/i18n/en/index.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

/** Spec §8 has 29 quoted sentences and five other rows. */
const ROWS = 34;

const [, section = ''] = read('docs/spec-map.md').split('\n## §8 ');
const rows = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (-+|row) +\|/.test(line))
  .map((line) => {
    const [, row = '', , shownBy = ''] = line.split('|').map((cell) => cell.trim());
    // The first test of a row reaches its sentence through a real failure.
    const [, file = '', title = ''] = shownBy.match(/^`([^`]+)` "([^"]+)"/) ?? [];
    return { row, sentence: row.match(/'(.+)'/)?.[1] ?? null, file, title };
  });

/** All texts of a translation, with their keys. */
function textsIn(value: unknown, key = ''): Array<[key: string, text: string]> {
  if (typeof value === 'string') return [[key, value]];
  return Object.entries(Object(value)).flatMap(([name, inner]) => textsIn(inner, name));
}
const texts = textsIn(en);

test('each of the 34 rows of spec §8 cites a test first that its file has', () => {
  expect(new Set(rows.map(({ row }) => row)).size).toBe(ROWS);
  for (const { row, file, title } of rows) {
    expect([row, title]).not.toEqual([row, '']);
    // Titles in the source can use any quotes.
    expect(read(file).replaceAll("\\'", "'"), row).toContain(title);
  }
});

test('the product contains each quoted sentence, and its first test expects it', () => {
  const quoted = rows.flatMap(({ sentence, file }) => (sentence === null ? [] : [{ sentence, file }]));
  expect(quoted.length).toBeGreaterThanOrEqual(29);
  for (const { sentence, file } of quoted) {
    const keys = texts.filter(([, text]) => text === sentence).map(([key]) => key);
    expect(keys, sentence).not.toEqual([]);
    const source = read(file).replaceAll("\\'", "'");
    const isExpected = source.includes(sentence) || keys.some((key) => source.includes(key));
    expect([sentence, isExpected]).toEqual([sentence, true]);
  }
});
