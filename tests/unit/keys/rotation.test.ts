import { expect, test } from 'vitest';
import { parseKeyRing } from '#app/crypto/key-ring.ts';
import { oldestKeyUse } from '#app/domain/keys/key-use.ts';
import { requireVersions, withNewVersion, withoutOldVersions } from '#scripts/keys/rotation.ts';

const old = 'a master key of before there were versions';
const secret = Buffer.alloc(32, 7).toString('base64');
const both = parseKeyRing(`2:${secret},1:${old}`);
const needs = (...versions: Array<number | null>) =>
  versions.map((version) => ({ version, what: 'something', until: null, isRenewedByCron: true }));

test('puts a new version first', () => {
  const value = withNewVersion(parseKeyRing(old), Buffer.alloc(32, 7));
  expect(value).toBe(`2:${secret},1:${old}`);
  expect(withNewVersion(parseKeyRing(value), Buffer.alloc(32, 8))).toMatch(/^3:[^,]+,2:[^,]+,1:/);
});

test('drops an older version only when nothing needs it', () => {
  expect(withoutOldVersions('WORKSPACE_MASTER_KEY', both, needs(2, 2))).toBe(`2:${secret}`);
  for (const version of [1, null]) {
    expect(() => withoutOldVersions('WORKSPACE_MASTER_KEY', both, needs(2, version))).toThrow(/something/);
  }
});

test('refuses a deployment that lacks a needed version', () => {
  const alone = parseKeyRing(`2:${secret}`);
  const refusing = (ring: typeof both, ...versions: Array<number | null>) => {
    return () => requireVersions('WORKSPACE_MASTER_KEY', ring, needs(...versions));
  };
  expect(refusing(both, 2, 1, null)).not.toThrow();
  expect(refusing(alone, 2)).not.toThrow();
  expect(refusing(alone, 2, 1)).toThrow(/WORKSPACE_MASTER_KEY lacks a version .*\n {2}version 1: something/);
  // The object of a new workspace, or one from before versions, was never called.
  expect(refusing(alone, 2, null)).toThrow(
    /^WORKSPACE_MASTER_KEY cannot be checked yet. Try again .*\n {2}not known yet/,
  );
  expect(refusing(alone, 1, null)).toThrow(/^WORKSPACE_MASTER_KEY lacks a version/);
  expect(refusing(parseKeyRing(old), 2)).toThrow(/version 2/);
});

test('names the oldest need, and of equal ones the longest', () => {
  const use = (version: number, until: number | null) => ({ purpose: 'process', version, until }) as const;
  expect(oldestKeyUse([], 0)).toBeNull();
  expect(oldestKeyUse([use(1, 10)], 10)).toBeNull();
  expect(oldestKeyUse([use(2, null), use(1, 5), use(1, 9)], 0)).toEqual(use(1, 9));
  expect(oldestKeyUse([use(1, 9), use(1, null)], 0)).toEqual(use(1, null));
});
