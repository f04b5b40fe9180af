import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hookDigest } from '#engine/build.ts';
import { readVersions } from '#engine/versions.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'weft-record-'));
const versionsFile = join(folder, 'versions.json');
const hookFile = join(folder, 'hook.cjs');
afterAll(() => rmSync(folder, { recursive: true }));

const untestedVersion = (version: string) => ({
  version,
  image: `${version}-weft.1`,
  digest: null,
  testedAt: null,
  testedHook: null,
  withdrawnAt: null,
  releasedAt: '2026-10-01T00:00:00Z',
  hasBreakingChange: false,
  hasSecurityFix: false,
});

/** Runs a test file as the contract's files run. @returns the versions recorded as tested. */
function recordAfter(tests: string, env: Record<string, string> = {}, args: string[] = []): string[] {
  const reporter = join(root, 'engine', 'contract', 'record-tested.ts');
  const options = {
    globals: true,
    include: ['*.test.mjs'],
    reporters: [[reporter, { file: versionsFile, hookFile }]],
  };
  writeFileSync(hookFile, 'the hook');
  writeFileSync(versionsFile, JSON.stringify(['2.42.0', '2.41.1', '2.40.7'].map(untestedVersion)));
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default { test: ${JSON.stringify(options)} }`);
  writeFileSync(join(folder, 'contract.test.mjs'), tests);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--root', folder, ...args],
    { cwd: root, encoding: 'utf8', env: { ...process.env, WEFT_KILLS: '25', ...env } },
  );
  // A run that did not start records nothing either.
  expect(stdout + stderr).toContain('recorded as tested');
  const tested = readVersions(versionsFile).filter(({ testedAt }) => testedAt !== null);
  for (const { testedHook } of tested) expect(testedHook).toBe(hookDigest(hookFile));
  return tested.map(({ version }) => version);
}

const passing = `
  describe('n8n 2.41.1', () => {
    test('one', () => {});
    describe('a room', () => test('two', () => {}));
  });`;

test('records each version whose tests all passed, and no other', () => {
  const others = `
    describe('n8n 2.40.7', () => {
      test('passes', () => {});
      describe('a room', () => test('fails', () => expect(1).toBe(2)));
    });
    describe('n8n 2.42.0', () => {
      test('passes', () => {});
      test.skip('is left out', () => {});
    });`;
  expect(recordAfter(passing + others)).toEqual(['2.41.1']);
});

test.each([
  [
    'a room that could not be set up',
    `describe('n8n 2.40.7', () => { beforeAll(() => { throw new Error('x') }); test('one', () => {}) })`,
  ],
  ['an error outside all tests', `${passing} process.nextTick(() => { throw new Error('x') })`],
  ['no test', `describe('n8n 2.41.1', () => {}); test('another', () => {})`],
  ['a single focused test', passing.replace("test('one'", "test.only('one'")],
])('records nothing after %s', (_what, tests) => {
  expect(recordAfter(tests)).toEqual([]);
});

test('records nothing when fewer kills, or a part of the tests, were requested', () => {
  expect(recordAfter(passing, { WEFT_KILLS: '24' })).toEqual([]);
  expect(recordAfter(passing, { WEFT_KILLS: 'many' })).toEqual([]);
  expect(recordAfter(passing, {}, ['-t', 'two'])).toEqual([]);
  expect(recordAfter(passing)).toEqual(['2.41.1']);
});
