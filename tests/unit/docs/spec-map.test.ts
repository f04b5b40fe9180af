import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(`${root}docs/spec-map.md`, 'utf8');

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (-+|row) +\|/.test(line))
  .map((line) => {
    const [, row = '', file = '', shownBy = ''] = line.split('|').map((cell) => cell.trim());
    return { row, file, shownBy };
  });

/** The paths of a cell. What has no folder of its own stands beside a path that the cell gave before it. */
function pathsOf(cell: string): string[][] {
  const folders = [''];
  return [...cell.matchAll(/`([^`]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /[/.]/.test(name) && !name.startsWith('/'))
    .map((name) => {
      const found = folders.map((folder) => folder + name);
      folders.push(name.slice(0, name.lastIndexOf('/') + 1), `${name}/`);
      return found;
    });
}

/** A name with a star stands for the files that begin so. */
function isThere(paths: readonly string[]): boolean {
  return paths.some((path) =>
    existsSync(root + (path.includes('*') ? `${path.split('/').slice(0, -1).join('/')}` : path)),
  );
}

test('every section of the specification has its rows, and no cell is empty', () => {
  expect(rows.length).toBeGreaterThan(100);
  for (const section of ['§1', '§2', '§4', '§5', '§6', '§7', '§8', '§9'])
    expect(page).toContain(`## ${section}`);
  expect(rows.filter(({ row, file, shownBy }) => !row || !file || !shownBy)).toEqual([]);
});

test('everything that the rows name exists', () => {
  const gone = rows.flatMap(({ row, file, shownBy }) =>
    [...pathsOf(file), ...pathsOf(shownBy)]
      .filter((paths) => !isThere(paths))
      .map((paths) => [row, paths[0]]),
  );
  expect(gone).toEqual([]);
  expect(rows.filter(({ shownBy }) => pathsOf(shownBy).length === 0)).toEqual([]);
});
