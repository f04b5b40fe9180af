import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { freePorts } from '#scripts/local/ports.ts';
import { tryLock, withLock } from '#scripts/lock.mjs';

const folder = mkdtempSync(join(tmpdir(), 'weft-lock-'));
const lock = join(folder, 'deep', '.lock');
const log = join(folder, 'log');
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes two lines under the lock, between which another process could write. */
const script = `
  import { appendFileSync } from 'node:fs';
  import { withLock } from ${JSON.stringify(join(import.meta.dirname, '../../../scripts/lock.mjs'))};
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

test('a killed process no longer has the lock', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(lock, String(pid));
  expect(withLock(lock, () => 'built')).toBe('built');
});

/** Takes the lock repeatedly, and then leaves it like a killed process; ends with 1 if another process removed it meanwhile. */
const dying = `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { tryLock } from ${JSON.stringify(join(import.meta.dirname, '../../../scripts/lock.mjs'))};
  const [file, dead] = process.argv.slice(1);
  for (let taken = 0; taken < 300; ) {
    if (!tryLock(file)) continue;
    taken += 1;
    for (let step = 0; step < 1e5; step += 1);
    if (readFileSync(file, 'utf8') !== String(process.pid)) process.exit(1);
    writeFileSync(file, dead);
  }`;

test('of processes that find the lock of a killed one at the same time, one takes it', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const file = join(folder, 'contended');
  writeFileSync(file, String(pid));
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', dying, file, String(pid)]);
  await Promise.all([run(), run(), run(), run()]);
});

test('a process that was killed while it removed the lock of another does not keep the lock', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(lock, String(pid));
  writeFileSync(`${lock}.takeover`, '');
  const aMinuteAgo = Date.now() / 1_000 - 60;
  utimesSync(`${lock}.takeover`, aMinuteAgo, aMinuteAgo);
  expect(withLock(lock, () => 'built')).toBe('built');
  expect(existsSync(`${lock}.takeover`)).toBe(false);
});

test('a process that was killed before it wrote its id no longer has the lock', () => {
  writeFileSync(lock, '');
  const aMinuteAgo = Date.now() / 1_000 - 60;
  utimesSync(lock, aMinuteAgo, aMinuteAgo);
  expect(withLock(lock, () => 'built')).toBe('built');
});

test('a killed process whose id this process got, as in a restarted container, no longer has the lock', () => {
  writeFileSync(lock, String(process.pid));
  const aDayAgo = Date.now() / 1_000 - 86_400;
  utimesSync(lock, aDayAgo, aDayAgo);
  expect(withLock(lock, () => 'built')).toBe('built');
});

test('a process does not take over the lock that it holds itself', () => {
  expect(withLock(lock, () => [tryLock(lock), tryLock(lock)])).toEqual([false, false]);
});

test('npm start takes over the lock of a start that ended before it wrote its id', async () => {
  const checkout = mkdtempSync(join(tmpdir(), 'weft-start-'));
  const data = join(checkout, '.data');
  mkdirSync(data);
  writeFileSync(join(data, 'lock'), '');
  const aMinuteAgo = Date.now() / 1_000 - 60;
  utimesSync(join(data, 'lock'), aMinuteAgo, aMinuteAgo);
  const { portal, sandbox, database } = await freePorts();
  const { stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../../scripts/local/start.ts')],
    {
      cwd: checkout,
      encoding: 'utf8',
      // A start that waits for the lock blocks this thread, and with it the runner's own timeout.
      timeout: 20_000,
      env: {
        ...process.env,
        WEFT_PORTAL_PORT: String(portal),
        WEFT_SANDBOX_PORT: String(sandbox),
        WEFT_DATABASE_PORT: String(database),
      },
    },
  );
  rmSync(checkout, { recursive: true });
  // The folder has nothing to build.
  expect(stderr).toMatch(/^ENOENT.*package\.json/);
});

test('a failure releases the lock', () => {
  expect(() =>
    withLock(lock, () => {
      throw new Error('no build');
    }),
  ).toThrow('no build');
  expect(existsSync(lock)).toBe(false);
});
