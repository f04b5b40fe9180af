import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSections, writeSections } from '#tests/bench/report/document.ts';
import { renderTable } from '#tests/bench/report/markdown.ts';
import { monthlyCost } from '#tests/bench/report/monthly-cost.ts';
import { ratioFigure, valueFigure } from '#tests/bench/report/section.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a run replaces its own sections and keeps the others, in the order of the parts', () => {
  const file = join(folder, 'report.md');
  const order = ['first', 'second', 'third'];
  writeSections(
    file,
    '# Head',
    new Map([
      ['third', '## C'],
      ['first', '## A, old'],
    ]),
    order,
  );
  writeSections(
    file,
    '# Head',
    new Map([
      ['second', '## B'],
      ['first', '## A, new'],
    ]),
    order,
  );
  const text = readFileSync(file, 'utf8');
  expect(text.startsWith('# Head\n')).toBe(true);
  expect([...readSections(text)]).toEqual([
    ['first', '## A, new'],
    ['second', '## B'],
    ['third', '## C'],
  ]);
  expect(readdirSync(folder)).toEqual(['report.md']);
});

test('a ratio meets its goal up to the goal itself', () => {
  const figure = (ratio: number) =>
    ratioFigure('x', 2, { value: 1, name: 'y' }, { ratio, atMost: 2, unit: 'ms' });
  expect(figure(2)).toMatchObject({ ours: '2.00 ms', baseline: '1.00 ms (y)', goal: '<= 2', isMet: true });
  expect(figure(2.01).isMet).toBe(false);
  expect(valueFigure('x', 51, { unit: 'ms', atMost: 50 }).isMet).toBe(false);
  expect(valueFigure('x', 51, { unit: 'ms' }).isMet).toBeNull();
});

test('a table’s columns are aligned', () => {
  expect(renderTable(['a', 'b'], [['long cell', '1']])).toBe(
    '| a         | b   |\n| --------- | --- |\n| long cell | 1   |',
  );
});

test('the bill names its largest term first, and usage included in the plan is free', () => {
  const counted = { storageKib: 200, rowsAlarm: 2, rowsOnline: 50 };
  const [worst, ...others] = monthlyCost(10_000, counted);
  // (20 pages + 1,000 through the gateway + 720 limits) x 30 days x 10,000 = 522 M requests, 10 M of them included.
  expect(worst).toMatchObject({ name: 'Worker requests', cost: 512 * 0.3 });
  for (const { cost } of others) expect(cost).toBeLessThanOrEqual(worst?.cost ?? 0);
  expect(monthlyCost(1, counted).every(({ cost }) => cost === 0)).toBe(true);
});
