import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(`${root}docs/asvs.md`, 'utf8');

/** Requirements of levels 1 and 2 by chapter, as ASVS 5.0.0 numbers them: 70 and 183. */
const chapters = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

const rows = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => {
    const [, id = '', level = '', asks = '', how = '', shownBy = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    return { id, level, asks, how, shownBy };
  });

/** What is on disk: a file, a folder, or a name beside a file that the same cell gave in full. */
function isThere(name: string, cell: string): boolean {
  if (existsSync(root + name)) return true;
  const folders = [...cell.matchAll(/`([\w#./-]+)\/[^`/]*`/g)].map(([, folder]) => folder);
  return folders.some((folder) => existsSync(`${root}${folder}/${name}`));
}

test('every requirement of levels 1 and 2 is there once, in its chapter', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(chapters.map((_, index) => rows.filter(({ id }) => id.startsWith(`${index + 1}.`)).length)).toEqual(
    chapters,
  );
  expect(rows.filter(({ level }) => level === '1').length).toBe(70);
  expect(rows.filter(({ level }) => level === '2').length).toBe(183);
});

test('the summary names exactly the requirements that are not met', () => {
  const summary = page.slice(0, page.indexOf('## V1 ')).split('Not met as a whole:')[1] ?? '';
  const named = [...(summary.split('\n\n')[0] ?? '').matchAll(/\d+\.\d+\.\d+/g)].map(([id]) => id).sort();
  expect(named).toEqual(
    rows
      .filter(({ how }) => how.includes('**not met**'))
      .map(({ id }) => id)
      .sort(),
  );
});

test('a row says how its requirement holds and cites its test, or why it does not apply', () => {
  for (const { id, asks, how, shownBy } of rows) {
    expect(asks, id).not.toBe('');
    expect(how, id).not.toBe('');
    const isWithoutTest = how.startsWith('n/a:') || how.startsWith('**not met**');
    expect(shownBy === '', id).toBe(isWithoutTest);
  }
});

test.each(rows.filter(({ how }) => !how.startsWith('n/a:')))(
  '$id: its files and tests exist',
  ({ how, shownBy }) => {
    for (const name of listNames(`${how} ${shownBy}`)) expect(isThere(name, how), name).toBe(true);
    // "`file` "title", "title", `file` "title"": each title belongs to the file before it.
    let file = '';
    for (const [, path, title] of shownBy.matchAll(/`([^`]+)`|"([^"]+)"/g)) {
      if (path && /^(?:tests|engine)\//.test(path)) file = path;
      else if (title && file) expect(sourceOf(file), title).toContain(title);
    }
  },
);

test('the text after the tables names existing files', () => {
  const prose = page.slice(page.indexOf('\n## Sign-in methods'));
  const names = listNames(prose);
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) expect(isThere(name, prose), name).toBe(true);
});

/** The files and folders of this repository that a text names. */
function listNames(text: string): string[] {
  const folder = '(?:app|db|docs|durable-objects|engine|scripts|tests|workers)/';
  const names = text.matchAll(
    new RegExp(`\`(${folder}[\\w./-]+|[\\w./-]+\\.(?:tsx?|md|json|cjs|toml))\``, 'g'),
  );
  return [...names].map(([, name = '']) => name);
}

function sourceOf(path: string): string {
  return readFileSync(root + path, 'utf8');
}
