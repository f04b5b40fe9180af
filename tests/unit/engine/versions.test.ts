import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { announcedFields, imageTag, listTestedReleases } from '#app/domain/instance/engine-versions.ts';
import {
  type EngineVersion,
  engineVersionsSchema,
  imageRevision,
} from '#app/domain/instance/engine-versions-schema.ts';
import { readVersions, recordDigest, recordTested, refuseUntestedVersions } from '#engine/versions.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-versions-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HOOK = `sha256:${'a'.repeat(64)}`;
const OTHER_HOOK = `sha256:${'b'.repeat(64)}`;
const AT = new Date('2026-11-22T06:00:00Z');

function entry(version: string, changes: Partial<EngineVersion> = {}): EngineVersion {
  return {
    version,
    image: `${version}-weft.1`,
    digest: null,
    testedAt: '2026-11-01T00:00:00Z',
    testedHook: HOOK,
    withdrawnAt: null,
    releasedAt: '2026-10-01T00:00:00Z',
    hasBreakingChange: false,
    hasSecurityFix: false,
    ...changes,
  };
}

function fileOf(versions: unknown): string {
  const file = join(folder, 'versions.json');
  writeFileSync(file, JSON.stringify(versions));
  return file;
}

test('engine/versions.json is well-formed and lists the versions that the contract is run with', () => {
  expect(readVersions().map(({ version }) => version)).toEqual(expect.arrayContaining(['2.40.7', '2.41.1']));
});

test('offers tested versions that are not withdrawn, with their facts', () => {
  const versions = [
    entry('2.42.0', { testedAt: null }),
    entry('2.41.1', { hasBreakingChange: true, hasSecurityFix: true }),
    entry('2.40.7', { withdrawnAt: '2026-11-02T00:00:00Z' }),
  ];
  expect(listTestedReleases(versions)).toEqual([
    { name: '2.41.1', createdAt: Date.UTC(2026, 9, 1), hasBreakingChange: true, hasSecurityFix: true },
  ]);
});

test.each([
  ['2.41.1', '2.41.1-weft.1', 1],
  ['2.41.1', '2.41.1-weft.12', 12],
  ['2.41.1', '2.41.1', null],
  ['2.41.1', '2.41.1-weft.0', null],
  ['2.41.1', '2.41.1-weft.01', null],
  ['2.41.1', '2.41.10-weft.1', null],
  ['2.41.1', '2.41.1-weft.1-rc', null],
])('the revision of version %s in the tag %s is %s', (version, tag, expected) => {
  expect(imageRevision(version, tag)).toBe(expected);
});

test('a withdrawn version keeps its image, and an unknown one has the first', () => {
  const versions = [entry('2.40.7', { image: '2.40.7-weft.3', withdrawnAt: '2026-11-02T00:00:00Z' })];
  expect(imageTag(versions, '2.40.7')).toBe('2.40.7-weft.3');
  expect(imageTag(versions, '1.115.3')).toBe('1.115.3-weft.1');
});

test.each([
  ['2.40.7', '2.41.1', ['meta']],
  ['2.40.7', '2.42.0', ['meta', 'settings']],
  ['2.42.0', '2.41.1', ['settings']],
  ['2.41.1', '2.41.1', []],
])('from %s to %s the release notes announce changes to %j', (from, to, fields) => {
  const versions = [
    entry('2.42.0', { exportChanges: ['settings'] }),
    entry('2.41.1', { exportChanges: ['meta'] }),
    entry('2.40.7', { exportChanges: ['pinData'] }),
  ];
  expect([...announcedFields(versions, from, to)].sort()).toEqual(fields);
});

test.each([
  ['another version in the tag', [entry('2.41.1', { image: '2.40.7-weft.1' })]],
  ['the stock tag', [entry('2.41.1', { image: '2.41.1' })]],
  ['a version twice', [entry('2.41.1'), entry('2.41.1')]],
  ['a pre-release', [entry('2.41.1-rc.1')]],
  ['a digest of another length', [entry('2.41.1', { digest: 'sha256:abc' })]],
  ['an invalid date', [entry('2.41.1', { testedAt: 'yesterday' })]],
  ['a misspelt field', [{ ...entry('2.41.1'), tested: true }]],
])('rejects a list with %s', (_what, versions) => {
  expect(engineVersionsSchema.safeParse(versions).success).toBe(false);
});

test.each([
  ['a tested version', [entry('2.41.1'), entry('2.42.0', { testedAt: null })], true],
  ['an untested version', [entry('2.41.1', { testedAt: null })], false],
  ['a withdrawn version', [entry('2.41.1', { withdrawnAt: '2026-11-02T00:00:00Z' })], false],
  ['no version', [], false],
])('a list with %s can be deployed', (_what, versions, expected) => {
  const deploy = () => refuseUntestedVersions(versions);
  if (expected) expect(deploy).not.toThrow();
  else expect(deploy).toThrow(/npm run test:n8n/);
});

test('records when a version was tested and with which hook, and changes nothing else', () => {
  const file = fileOf([
    entry('2.41.1', { testedAt: null, testedHook: null }),
    entry('2.40.7', { testedAt: null }),
  ]);
  recordTested('2.41.1', { at: AT, hook: HOOK }, file);
  expect(readVersions(file)).toEqual([
    entry('2.41.1', { testedAt: '2026-11-22T06:00:00.000Z' }),
    entry('2.40.7', { testedAt: null }),
  ]);
  expect(readdirSync(folder)).toEqual(['versions.json']);
});

test.each([
  ['the same hook', { testedHook: HOOK }, '2.41.1-weft.9'],
  ['another hook', { testedHook: OTHER_HOOK }, '2.41.1-weft.10'],
  ['a hook, where none was recorded', { testedHook: null }, '2.41.1-weft.10'],
  ['its first hook', { testedAt: null, testedHook: null }, '2.41.1-weft.9'],
])('a version tested with %s has the image %s', (_what, before, image) => {
  const file = fileOf([entry('2.41.1', { image: '2.41.1-weft.9', ...before })]);
  recordTested('2.41.1', { at: AT, hook: HOOK }, file);
  expect(readVersions(file)).toMatchObject([{ image, testedHook: HOOK }]);
});

test('records a version in the format that the checks expect of the file', () => {
  const file = fileOf(readVersions());
  const [first] = readVersions();
  if (!first) throw new Error('engine/versions.json is empty');
  recordTested(first.version, { at: AT, hook: HOOK }, file);
  const committed = readFileSync(new URL('../../../engine/versions.json', import.meta.url), 'utf8');
  const withoutValues = (text: string) => text.replace(/"(testedAt|testedHook|image)": [^\n]*/g, '"$1": …');
  expect(withoutValues(readFileSync(file, 'utf8'))).toBe(withoutValues(committed));
});

test('refuses to record a version that the file does not list', () => {
  const file = fileOf([entry('2.41.1', { testedAt: null })]);
  expect(() => recordTested('2.42.0', { at: AT, hook: HOOK }, file)).toThrow(/does not list n8n 2\.42\.0/);
  expect(readVersions(file)).toEqual([entry('2.41.1', { testedAt: null })]);
});

test('pins the image of a version once, and rejects another image under its tag', () => {
  const [first, second] = ['a', 'b'].map((letter) => `sha256:${letter.repeat(64)}`) as [string, string];
  const file = fileOf([entry('2.41.1'), entry('2.40.7')]);
  recordDigest('2.41.1', first, file);
  recordDigest('2.41.1', first, file);
  expect(readVersions(file).map(({ digest }) => digest)).toEqual([first, null]);
  expect(() => recordDigest('2.41.1', second, file)).toThrow(
    `is pinned to ${first}, and its tag now names ${second}`,
  );
  expect(() => recordDigest('2.42.0', first, file)).toThrow('does not list n8n 2.42.0');
  expect(readVersions(file).map(({ digest }) => digest)).toEqual([first, null]);
});
