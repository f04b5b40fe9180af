import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveKey } from '#app/crypto/derive-key.ts';
import { createPasswords } from '#app/use-cases/passwords.ts';
import { CHEAP_HASH_COST } from '../../support/cheap-proofs.ts';

const passwords = createPasswords(CHEAP_HASH_COST);
const password = 'Correct horse';
const stored = await passwords.hash(password);

test('a hash names its algorithm and parameters, and has 16 bytes of salt and 32 of key', async () => {
  const full = await createPasswords().hash(password);
  expect(full.startsWith('scrypt$32768$8$3$')).toBe(true);
  const [salt = '', key = ''] = full.split('$').slice(4);
  expect(Buffer.from(salt, 'base64').length).toBe(16);
  expect(Buffer.from(key, 'base64').length).toBe(32);
});

test('the same password gets different hashes and matches each', async () => {
  const another = await passwords.hash(password);
  expect(another).not.toBe(stored);
  expect(another.split('$')[4]).not.toBe(stored.split('$')[4]);
  expect(await passwords.verify(password, stored)).toBe(true);
  expect(await passwords.verify(password, another)).toBe(true);
});

test.each([
  ['in another case', 'correct horse'],
  ['one more space', 'Correct horse '],
  ['with a space in front', ' Correct horse'],
  ['without its last character', 'Correct hors'],
  ['one more character', 'Correct horses'],
  ['an empty password', ''],
])('refuses the password %s', async (_, wrong) => {
  expect(await passwords.verify(wrong, stored)).toBe(false);
});

test('distinguishes passwords beyond the 72nd byte', async () => {
  const long = 'ü'.repeat(63);
  const hash = await passwords.hash(`${long}a`);
  expect(await passwords.verify(`${long}b`, hash)).toBe(false);
  expect(await passwords.verify(`${long}a`, hash)).toBe(true);
});

test('composed and decomposed letters are the same password', async () => {
  const hash = await passwords.hash('M\u00fcnchen 1860');
  expect(await passwords.verify('Mu\u0308nchen 1860', hash)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['another scheme', `bcrypt${stored.slice('scrypt'.length)}`],
  ['a hash without its key', stored.split('$').slice(0, 5).join('$')],
  ['a hash that was cut short', stored.slice(0, -8)],
  ['the hash for unknown users', passwords.unknownUserHash],
])('no password matches %s', async (_, unreadable) => {
  expect(await passwords.verify(password, unreadable)).toBe(false);
});

test.each([
  ['today’s', stored, false],
  ['the hash for unknown users', passwords.unknownUserHash, false],
  ['less memory', 'scrypt$16384$8$3$c2FsdA==$a2V5', true],
  ['fewer passes', 'scrypt$32768$8$1$c2FsdA==$a2V5', true],
  ['another scheme', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$a2V5', true],
])('renews a hash with other parameters: %s', (_, hash, isOutdated) => {
  expect(passwords.isOutdated(hash)).toBe(isOutdated);
});

test('a hash with earlier parameters still signs its person in', async () => {
  // scrypt of "Correct horse" with N=1024, r=8, p=1 and the salt "salt".
  const earlier = 'scrypt$1024$8$1$c2FsdA==$o9McZNZPd614eyZGlx80WwYxYZ4SAeOBwiDsepUXysw=';
  expect(passwords.isOutdated(earlier)).toBe(true);
  expect(await passwords.verify(password, earlier)).toBe(true);
  expect(await passwords.verify('correct horse', earlier)).toBe(false);
});

test.each([
  ['a password of ASCII', 'correct horse', 1_024],
  ['other scripts', 'пароль 密码', 512],
  ['an empty password', '', 16],
])('derives the same key as OpenSSL: %s', async (_, typed, N) => {
  const salt = Buffer.from('0123456789abcdef');
  const key = await deriveKey(typed, salt, { N, r: 8, p: 3 });
  expect(Buffer.from(key)).toEqual(scryptSync(typed, salt, 32, { N, r: 8, p: 3 }));
});
