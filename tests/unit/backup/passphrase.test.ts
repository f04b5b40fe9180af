import { expect, test } from 'vitest';
import { passphraseStrength } from '#app/domain/backup/passphrase.ts';
import { credentialBackupSchema, restoreSchema } from '#app/domain/backup/passphrase-form.ts';

const characters = (count: number, of = 'Kx7!pq Zw2mR') =>
  [...Array.from({ length: count }, (_, at) => [...of][at % [...of].length])].join('');

/** @returns the form's errors by field. */
function wrongWith(passphrase: string, repeated = passphrase): Record<string, string> {
  const { error } = credentialBackupSchema.safeParse({ passphrase, repeated });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}

test.each([
  ['aaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['123412341234', 'weak'],
  ['passwordpassword', 'weak'],
  ['aaaaaaaaaaa', 'short'],
  ['🙂🙃😀😁😂🤣😃😄😅😆😇', 'short'],
  ['sturdy lamp orbit', 'fair'],
  ['correct horse battery staple', 'strong'],
  ['x7Kp-9wQz2Lm', 'strong'],
] as const)('%j is %s', (passphrase, strength) => {
  expect(passphraseStrength(passphrase)).toBe(strength);
});

test('accepts 12 to 256 characters, counted as Unicode characters', () => {
  expect(wrongWith(characters(11))).toEqual({ passphrase: 'fieldErrors.passphrase_too_short' });
  expect(wrongWith(characters(12))).toEqual({});
  expect(wrongWith(characters(256))).toEqual({});
  expect(wrongWith(characters(257))).toEqual({ passphrase: 'fieldErrors.passphrase_too_long' });
  // Two UTF-16 code units each.
  const emoji = '🙂🚀🌵🎻🧭🪁🥨🏔🦉🎲🧵🪐';
  expect(wrongWith(characters(11, emoji))).toEqual({ passphrase: 'fieldErrors.passphrase_too_short' });
  expect(wrongWith(characters(12, emoji))).toEqual({});
  expect(wrongWith(characters(256, `${emoji}Kx7!pq`))).toEqual({});
});

test('accepts the same passphrase in another Unicode form', () => {
  const typed = 'Crème brûlée à Nîmes';
  expect(wrongWith(typed.normalize('NFC'), typed.normalize('NFD'))).toEqual({});
});

test('refuses two different passphrases at the second field, spaces included', () => {
  const passphrase = 'correct horse battery staple';
  for (const other of ['correct horse battery stable', `${passphrase} `, ''])
    expect(wrongWith(passphrase, other)).toEqual({ repeated: 'fieldErrors.passphrases_differ' });
});

test('refuses an easy passphrase', () => {
  for (const easy of ['aaaaaaaaaaaa', 'abcdefghijkl'])
    expect(wrongWith(easy)).toEqual({ passphrase: 'fieldErrors.passphrase_weak' });
});

test('restores without a passphrase, and with a weak one', () => {
  expect(restoreSchema.safeParse({ workflowId: [] }).success).toBe(true);
  expect(restoreSchema.safeParse({ workflowId: [], passphrase: 'aaaaaaaaaaaa' }).success).toBe(true);
  expect(restoreSchema.safeParse({ workflowId: [], passphrase: 'short' }).success).toBe(false);
});
