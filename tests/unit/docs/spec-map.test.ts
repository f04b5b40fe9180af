import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(`${root}docs/spec-map.md`, 'utf8');

/** Rows of the specification by section, as counted by the acceptance audit: 188. */
const counts = { '§2': 54, '§3': 15, '§4': 11, '§5': 12, '§6': 5, '§7': 38, '§8': 34, '§9': 19 };

interface Row {
  section: string;
  row: string;
  file: string;
  shownBy: string;
}

const rows: Row[] = page.split('\n## ').flatMap((part) => {
  const section = part.slice(0, part.search(/[ \n]/));
  return part
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (-+|row) +\|/.test(line))
    .map((line) => {
      const [, row = '', file = '', shownBy = ''] = line.split('|').map((cell) => cell.trim());
      return { section, row, file, shownBy };
    });
});

/** Repository paths in backticks in a cell. */
function pathsIn(cell: string): string[] {
  return [...cell.matchAll(/`((?:app|db|docs|durable-objects|engine|sandbox|tests|workers)\/[^`]+)`/g)].map(
    ([, path = '']) => path,
  );
}

/** The titles of a cell, each with the preceding file: `file` "title", "title", `file` "title". */
function citationsIn(cell: string): Array<{ file: string; title: string }> {
  let file = '';
  return [...cell.matchAll(/`([^`]+)`|"([^"]+)"/g)].flatMap(([, path, title]) => {
    if (path !== undefined) file = path;
    return title === undefined ? [] : [{ file, title }];
  });
}

test.each(Object.entries(counts))('%s has one line for each of its %i rows', (section, count) => {
  const ofSection = rows.filter((row) => row.section === section);
  expect(ofSection).toHaveLength(count);
  expect(new Set(ofSection.map(({ row }) => row)).size).toBe(count);
});

test('each row names existing files, and tests by file', () => {
  expect(rows.length).toBeGreaterThanOrEqual(188);
  for (const { row, file, shownBy } of rows) {
    expect(pathsIn(file), row).not.toEqual([]);
    for (const path of pathsIn(`${file} ${shownBy}`)) expect(existsSync(root + path), path).toBe(true);
  }
});

test('each row cites a test by a title that its file has', () => {
  const missing: string[] = [];
  for (const { row, shownBy } of rows) {
    const cited = citationsIn(shownBy);
    expect(cited, row).not.toEqual([]);
    for (const { file, title } of cited) {
      expect(file, row).toMatch(/^(?:tests|engine)\/.+\.(?:test\.tsx?|spec\.ts|ts)$/);
      if (!hasTitle(readFileSync(root + file, 'utf8'), title)) missing.push(`${file}: ${title}`);
    }
    // Every path in the cell is a cited test.
    expect(pathsIn(shownBy).filter((path) => !cited.some(({ file }) => file === path))).toEqual([]);
  }
  expect(missing).toEqual([]);
});

test('a title counts only as the beginning of a text in the source', () => {
  const source = `// signs nobody in\ntest('opens the door', () => {}); test.each(rows)("%s isn't told", run);`;
  expect(hasTitle(source, 'opens the door')).toBe(true);
  expect(hasTitle(source, "%s isn't told")).toBe(true);
  expect(hasTitle(source, 'the door')).toBe(false);
  expect(hasTitle(source, 'signs nobody in')).toBe(false);
});

test('the deviations of the product are rows of the tables', () => {
  const decided = page.split('\n## Where the product differs')[1] ?? '';
  const sections = [...decided.matchAll(/^- \*\*(§\d) ([^*]+)\*\*/gm)];
  expect(sections.length).toBeGreaterThan(3);
  for (const [, section = '', row = ''] of sections) {
    expect(
      rows.some((one) => one.section === section && one.row.startsWith(row.replace(/\.$/, ''))),
      `${section} ${row}`,
    ).toBe(true);
  }
});

/** @returns whether a string in the source starts with the title, with %s and $name as written. */
function hasTitle(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => source.includes(quote + title));
}
