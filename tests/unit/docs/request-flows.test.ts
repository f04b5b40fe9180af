import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(`${root}docs/request-flows.md`, 'utf8');
const [groupPart = '', requestPart = ''] = page.split('\n## The requests');

interface Row {
  file: string;
  reason: string;
}

/** The rows `file | reason` of a section. */
function rowsOf(text: string): Row[] {
  return [...text.matchAll(/^\| `([^`]+)` +\| (.+?) +\|$/gm)].map(([, file = '', reason = '']) => ({
    file,
    reason,
  }));
}

const filesOf = (text: string): string[] => rowsOf(text).map(({ file }) => file);

const groups = groupPart
  .split('\n### ')
  .slice(1)
  .map((text) => {
    const [, name = '', count = ''] = /^(.+): (\d+) files?/.exec(text) ?? [];
    return { name, count: Number(count), files: filesOf(text) };
  });

/** The files of the groups that a sentence names, such as `Entry, Viewer`. */
function filesOfGroups(names = ''): string[] {
  return names.split(', ').flatMap((name) => {
    const group = groups.find((one) => one.name === name);
    if (!group) throw new Error(`There is no group "${name}".`);
    return group.files;
  });
}

const requests = requestPart
  .split('\n### ')
  .slice(1)
  .map((text) => {
    const [title = ''] = text.split('\n');
    const [, before] = /^Groups: (.+)\. Own files:$/m.exec(text) ?? [];
    const [, until] = /^Files until the answer: (\d+)\.$/m.exec(text) ?? [];
    const [, after, later] = /^After the answer: (.+)\. Files: (\d+)\.$/m.exec(text) ?? [];
    const own = filesOf(text);
    return {
      title,
      own,
      untilAnswer: [...filesOfGroups(before), ...own],
      afterAnswer: filesOfGroups(after),
      counts: { until: Number(until), later: Number(later) },
    };
  });

test('the page names groups and requests', () => {
  expect(groups.length).toBeGreaterThan(10);
  expect(requests).toHaveLength(7);
});

test('every file that the page lists exists', () => {
  const files = filesOf(page);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
});

test.each(groups)('$name lists as many files as its heading says, each once', ({ count, files }) => {
  expect(new Set(files).size).toBe(files.length);
  expect(files).toHaveLength(count);
});

test.each(requests)('$title counts each of its files once', ({ own, untilAnswer, afterAnswer, counts }) => {
  expect(new Set(untilAnswer).size, 'an own file is one of a group too').toBe(untilAnswer.length);
  expect(own.length).toBeGreaterThan(0);
  expect(untilAnswer).toHaveLength(counts.until);
  expect(new Set(afterAnswer).size).toBe(counts.later);
});

test('every file has a reason of fewer than twelve words', () => {
  const long = rowsOf(page).filter(({ reason }) => reason.split(/\s+/).length >= 12);
  expect(long).toEqual([]);
});
