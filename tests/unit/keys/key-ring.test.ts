import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decryptWithRing,
  encryptWithRing,
  formatKeyRing,
  isSealedWithCurrentKey,
  type KeyRing,
  parseKeyRing,
  readSealedVersion,
} from '#app/crypto/key-ring.ts';

const base64Key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const old = 'a value of before there were versions';
const first = parseKeyRing(old);
const both = parseKeyRing(`2:${base64Key(2)},1:${old}`);
const second = parseKeyRing(`2:${base64Key(2)}`);

test('a value without a version is version 1, also behind a newer one', () => {
  expect(first).toEqual([{ version: 1, secret: old }]);
  expect(both).toEqual([
    { version: 2, secret: base64Key(2) },
    { version: 1, secret: old },
  ]);
  expect(parseKeyRing(formatKeyRing(both))).toEqual(both);
});

test('a first value keeps its commas and colons', () => {
  const odd = 'key,with:commas, and:colons 000000,x:1';
  expect(parseKeyRing(odd)).toEqual([{ version: 1, secret: odd }]);
  expect(parseKeyRing(`2:${base64Key(2)},1:${odd}`)[1]).toEqual({ version: 1, secret: odd });
});

test.for([
  ['no key', '', /at least 32 characters/],
  ['a short key', 'short', /at least 32 characters/],
  ['a short key in a version', '2:short,1:short', /at least 32 characters in version 2/],
  ['a version twice', `1:${base64Key(1)},1:${base64Key(2)}`, /version 1 twice/],
  ['a key twice', `2:${base64Key(1)},1:${base64Key(1)}`, /same key under two versions/],
  ['the oldest first', `1:${base64Key(1)},2:${base64Key(2)}`, /newest first: 2 comes after 1/],
  ['a later version of other than 32 bytes', `2:${'a'.repeat(40)}`, /32 bytes in base64 as version 2/],
] as const)('refuses a ring with %s, and names no secret', ([, text, message]) => {
  expect(() => parseKeyRing(text)).toThrow(message);
  try {
    parseKeyRing(text);
  } catch (error) {
    for (const secret of ['short', base64Key(1), base64Key(2)]) expect(String(error)).not.toContain(secret);
  }
});

test('decrypts any text with its ring and context', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (text, context) => {
      const sealed = await encryptWithRing(both, text, context);
      expect(sealed).toMatch(/^v2\.[\w-]+$/);
      expect(await decryptWithRing(both, sealed, context)).toBe(text);
      expect(await decryptWithRing(both, sealed, `${context}!`)).toBeNull();
    }),
    { numRuns: 50 },
  );
});

test('refuses any changed ciphertext', async () => {
  const sealed = await encryptWithRing(both, 'secret', 'context');
  const characters = fc.constantFrom(
    ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.v=',
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(sealed.length - 1), characters, async (at, character) => {
      fc.pre(sealed[at] !== character);
      const changed = sealed.slice(0, at) + character + sealed.slice(at + 1);
      expect(await decryptWithRing(both, changed, 'context'), changed).toBeNull();
    }),
    { numRuns: 300 },
  );
  for (let length = 0; length < sealed.length; length += 1) {
    expect(await decryptWithRing(both, sealed.slice(0, length), 'context')).toBeNull();
  }
});

test('encrypts the same text differently each time', async () => {
  const texts = await Promise.all(Array.from({ length: 50 }, () => encryptWithRing(both, 'same', 'context')));
  expect(new Set(texts).size).toBe(50);
});

test('every version in the ring decrypts, the newest encrypts, and a dropped one does neither', async () => {
  const sealed = await encryptWithRing(first, 'secret', 'context');
  expect(readSealedVersion(sealed)).toBe(1);
  expect(await decryptWithRing(both, sealed, 'context')).toBe('secret');
  expect(await decryptWithRing(second, sealed, 'context')).toBeNull();
  expect(isSealedWithCurrentKey(sealed, first)).toBe(true);
  expect(isSealedWithCurrentKey(sealed, both)).toBe(false);
  expect(isSealedWithCurrentKey(await encryptWithRing(both, 'secret', 'context'), both)).toBe(true);
});

test('another key under the same version decrypts nothing', async () => {
  const sealed = await encryptWithRing(first, 'secret', 'context');
  const wrong: KeyRing = [{ version: 1, secret: `${old}!` }];
  expect(await decryptWithRing(wrong, sealed, 'context')).toBeNull();
});

test('seals bytes unchanged', async () => {
  const sealed = await encryptWithRing(both, new TextEncoder().encode('bytes'), 'context');
  expect(await decryptWithRing(both, sealed, 'context')).toBe('bytes');
  expect(readSealedVersion('v1x.AAAA')).toBeNull();
});
