import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hookDigest } from '#engine/build.ts';
import { readVersions } from '#engine/versions.ts';

interface Run {
  tests: string;
  kills?: string;
  testNamePattern?: string;
}

const root = resolve(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'weft-record-'));
const versionsOf = (name: string) => join(folder, name, 'versions.json');
const hookOf = (name: string) => join(folder, name, 'hook.cjs');

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

const passing = `
  describe('n8n 2.41.1', () => {
    test('one', () => {});
    describe('a suite', () => test('two', () => {}));
  });`;

const others = `
  describe('n8n 2.40.7', () => {
    test('passes', () => {});
    describe('a suite', () => test('fails', () => expect(1).toBe(2)));
  });
  describe('n8n 2.42.0', () => {
    test('passes', () => {});
    test.skip('is left out', () => {});
  });`;

const incomplete: Record<string, Run> = {
  'a suite that could not be set up': {
    tests: `describe('n8n 2.40.7', () => { beforeAll(() => { throw new Error('x') }); test('one', () => {}) })`,
  },
  'an error outside all tests': {
    tests: `${passing} process.nextTick(() => { throw new Error('x') })`,
  },
  'no test': { tests: `describe('n8n 2.41.1', () => {}); test('another', () => {})` },
  'a single focused test': { tests: passing.replace("test('one'", "test.only('one'") },
  'fewer kills': { tests: passing, kills: '24' },
  'no number of kills': { tests: passing, kills: 'many' },
  'a part of the tests': { tests: passing, testNamePattern: 'two' },
};
const runs: Record<string, Run> = {
  passing: { tests: passing },
  others: { tests: passing + others },
  ...incomplete,
};

/** Runs one folder after another, as the contract's files run. One process: Vitest takes longer to load than to run them. */
const RUNNER = `
  import { startVitest } from 'vitest/node';
  for (const { kills, ...options } of JSON.parse(process.argv[1])) {
    process.env.WEFT_KILLS = kills;
    const vitest = await startVitest('test', [], { ...options, config: false, watch: false, globals: true, pool: 'threads' });
    await vitest.close();
  }`;

beforeAll(() => {
  const reporter = join(root, 'engine', 'contract', 'record-tested.ts');
  const all = Object.entries(runs).map(([name, { tests, kills = '25', testNamePattern }]) => {
    mkdirSync(join(folder, name));
    writeFileSync(hookOf(name), 'the hook');
    writeFileSync(versionsOf(name), JSON.stringify(['2.42.0', '2.41.1', '2.40.7'].map(untestedVersion)));
    writeFileSync(join(folder, name, 'contract.test.mjs'), tests);
    const reporters = [[reporter, { file: versionsOf(name), hookFile: hookOf(name) }]];
    return { root: join(folder, name), include: ['*.test.mjs'], reporters, kills, testNamePattern };
  });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', RUNNER, JSON.stringify(all)],
    { cwd: root, encoding: 'utf8' },
  );
  // A run that did not start records nothing either.
  expect((stdout + stderr).match(/recorded as tested/g)).toHaveLength(all.length + 2);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns the versions that a run recorded as tested. */
function recordedBy(name: string): string[] {
  const tested = readVersions(versionsOf(name)).filter(({ testedAt }) => testedAt !== null);
  for (const { testedHook } of tested) expect(testedHook).toBe(hookDigest(hookOf(name)));
  return tested.map(({ version }) => version);
}

test('records each version whose tests all passed, and no other', () => {
  expect(recordedBy('passing')).toEqual(['2.41.1']);
  expect(recordedBy('others')).toEqual(['2.41.1']);
});

test.each(Object.keys(incomplete))('records nothing after %s', (name) => {
  expect(recordedBy(name)).toEqual([]);
});
