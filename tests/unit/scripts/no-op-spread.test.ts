import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @returns the lines whose spread the lint reports. */
function reportedLines(source: string): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'example.ts'), source);
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['lint', '--reporter=github', `--config-path=${root}`, '--vcs-enabled=false', folder],
    { encoding: 'utf8' },
  );
  const reports = stdout.split('\n').filter((line) => line.includes('This spread changes nothing'));
  return reports.map((line) => Number(/,line=(\d+)/.exec(line)?.[1]));
}

test('the lint refuses the spread of a literal, and allows the others', () => {
  const source = [
    'export const refused = { ...{ a: 1 }, b: 2 };',
    'export const refusedInList = [...[1], 2];',
    'export const refusedInCall = Math.max(...[1, 2]);',
    'export const allowed = { ...refused, ...(refused.a ? { c: 3 } : {}) };',
    'export const allowedInList = [...refusedInList];',
  ];
  expect(reportedLines(source.join('\n'))).toEqual([1, 2, 3]);
});
