import { expect, test } from 'vitest';
import { randomBytes } from '#app/crypto/random-bytes.ts';

test('gives each byte of the generator once', () => {
  const ids = new Set<string>();
  // More than a thousand pools, with sizes that do not divide one.
  for (let taken = 0; taken < 100_000; taken += 1) {
    const bytes = randomBytes(taken % 2 === 0 ? 15 : 32);
    expect(bytes.length).toBe(taken % 2 === 0 ? 15 : 32);
    ids.add(Buffer.from(bytes).toString('hex'));
  }
  expect(ids.size).toBe(100_000);
});

test('gives bytes that a later call does not change', () => {
  const first = randomBytes(4_096);
  const before = Uint8Array.from(first);
  randomBytes(4_096);
  expect(first).toEqual(before);
  expect(first.some((byte) => byte !== 0)).toBe(true);
});

test('refuses more than a pool', () => {
  expect(() => randomBytes(4_097)).toThrow(RangeError);
});
