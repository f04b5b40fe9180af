import { hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveBytes } from '#app/crypto/hkdf.ts';

const hex = (bytes: Uint8Array | ArrayBuffer) => Buffer.from(new Uint8Array(bytes)).toString('hex');

test('derives the bytes of RFC 5869, A.3', async () => {
  expect(hex(deriveBytes('\x0b'.repeat(22), { info: '', bytes: 42 }))).toBe(
    '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
  );
});

test('uses the UTF-8 bytes of secret, salt and info', async () => {
  const [secret, salt, info] = ['a sécret', 'wks_ü', 'weft-cloud/purpose'];
  expect(hex(deriveBytes(secret, { salt, info }))).toBe(hex(hkdfSync('sha256', secret, salt, info, 32)));
});
