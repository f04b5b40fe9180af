import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { AppError } from '#app/domain/errors/app-error.ts';
import { hashNewPassword } from '#app/use-cases/new-password.ts';
import { createPasswords } from '#app/use-cases/passwords.ts';
import { CHEAP_HASH_COST } from '../../support/cheap-proofs.ts';
import { passwordChoices } from '../../support/chosen-passwords.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = ['app', 'db', 'durable-objects', 'workers'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);
const passwords = createPasswords(CHEAP_HASH_COST);
const callersOf = (name: string) =>
  sources.filter((path) => new RegExp(`\\b${name}\\(`).test(readFileSync(join(root, path), 'utf8'))).sort();

test('only choosing a password and renewing an old hash create a hash', () => {
  expect(callersOf('passwords.hash')).toEqual([
    'app/use-cases/new-password.ts',
    'app/use-cases/session/sign-in.ts',
  ]);
});

test('every use case that sets a password is in the tested list', () => {
  const useCases = callersOf('hashNewPassword').filter((path) => path !== 'app/use-cases/new-password.ts');
  expect([...new Set(passwordChoices.map(({ useCase }) => useCase))].sort()).toEqual(useCases);
});

/** @returns a refusal's sentence, and the number of breach look-ups. */
async function choose(password: string, isBreached: boolean) {
  const asked: string[] = [];
  const breachedPasswords = {
    contains: async (text: string) => {
      asked.push(text);
      return isBreached;
    },
  };
  const chosen = { password, words: ['lovelace'], field: 'newPassword' as const, keys: [] };
  const sessions = { forgive: async () => {} };
  const outcome = await hashNewPassword({ breachedPasswords, passwords, sessions }, chosen).catch(
    (error: unknown) => error,
  );
  return { outcome, asked };
}

test('hashes an unknown password after one request to the breach service', async () => {
  const { outcome, asked } = await choose('staple battery', false);
  expect(asked).toEqual(['staple battery']);
  expect(await passwords.verify('staple battery', String(outcome))).toBe(true);
});

test('refuses a breached password with an error at its field', async () => {
  const { outcome } = await choose('staple battery', true);
  expect(outcome).toBeInstanceOf(AppError);
  expect(outcome).toMatchObject({
    code: 'invalid_form',
    fields: { newPassword: 'fieldErrors.password_breached' },
  });
});

test('refuses a personal password without a request to the breach service', async () => {
  const { outcome, asked } = await choose('Lovelace 1815', true);
  expect(outcome).toMatchObject({ fields: { newPassword: 'fieldErrors.password_personal' } });
  expect(asked).toEqual([]);
});
