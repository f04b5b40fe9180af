import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { withLock } from '#scripts/local/build-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-lock-'));
const lock = join(folder, 'deep', '.lock');
const log = join(folder, 'log');
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes two lines under the lock, between which another process could write. */
const script = `
  import { appendFileSync } from 'node:fs';
  import { withLock } from ${JSON.stringify(join(import.meta.dirname, '../../../scripts/local/build-lock.ts'))};
  withLock(${JSON.stringify(lock)}, () => {
    appendFileSync(${JSON.stringify(log)}, 'begin ');
    for (let step = 0; step < 5e7; step += 1);
    appendFileSync(${JSON.stringify(log)}, 'end ');
  });`;

test('concurrent processes get the lock one after another', async () => {
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  await Promise.all([run(), run(), run()]);
  expect(readFileSync(log, 'utf8')).toBe('begin end begin end begin end ');
  expect(existsSync(lock)).toBe(false);
});

test('a process that was killed has the lock no longer', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(lock, String(pid));
  expect(withLock(lock, () => 'built')).toBe('built');
});

test('a process that was killed before it wrote its id has the lock no longer', () => {
  writeFileSync(lock, '');
  const aMinuteAgo = Date.now() / 1_000 - 60;
  utimesSync(lock, aMinuteAgo, aMinuteAgo);
  expect(withLock(lock, () => 'built')).toBe('built');
});

test('a failure gives the lock back', () => {
  expect(() =>
    withLock(lock, () => {
      throw new Error('no build');
    }),
  ).toThrow('no build');
  expect(existsSync(lock)).toBe(false);
});
