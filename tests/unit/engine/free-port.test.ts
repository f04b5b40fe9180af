import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '#engine/free-port.ts';

/** Below those that other tests choose. */
let first = 19_000;
let folder: string;
const choose = () => freePort({ from: first, below: first + 2, folder });
const reserveFor = (pid: number | string) => writeFileSync(join(folder, String(first)), String(pid));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-ports-'));
  first += 2;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a port that a living process has chosen is not chosen again', async () => {
  reserveFor(process.ppid);
  expect(await choose()).toBe(first + 1);
  expect(readFileSync(join(folder, String(first + 1)), 'utf8')).toBe(String(process.pid));
  await expect(choose()).rejects.toThrow(`No port from ${first} to ${first + 2} is free.`);
});

test('a port that another checkout’s process has chosen is not chosen again', async () => {
  const port = await freePort();
  // Another checkout has its own copy of the program.
  const copy = join(folder, 'free-port.mts');
  copyFileSync('engine/free-port.ts', copy);
  const program = `await (await import('${copy}')).freePort({ from: ${port}, below: ${port + 1} })`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(stderr).toContain(`No port from ${port} to ${port + 1} is free.`);
});

test.each([
  ['of a process that has ended', () => String(spawnSync(process.execPath, ['--version']).pid)],
  ['of this process, before it was restarted with the same id', () => String(process.pid)],
  ['that was cut off', () => ''],
  ['that is not a number', () => 'x'],
])('a choice %s is void', async (_what, content) => {
  reserveFor(content());
  expect([await choose(), await choose()].sort()).toEqual([first, first + 1]);
});

test('a port on which a server listens is not chosen', async () => {
  const server = createServer().listen(first, '127.0.0.1');
  try {
    expect(await choose()).toBe(first + 1);
  } finally {
    server.close();
  }
});

test('callers of one process get different ports', async () => {
  expect(new Set(await Promise.all([choose(), choose()]))).toEqual(new Set([first, first + 1]));
  expect(readdirSync(folder)).toHaveLength(2);
});
