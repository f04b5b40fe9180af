import { z } from 'zod';
import { fieldError } from '../errors/field-errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** scrypt's N (design §4, "Passwords"): about 200 ms and 32 MiB a hash. Throttle before hashing, never after. */
export const PASSWORD_HASH_COST = 2 ** 15;

const PASSWORD_MIN_LENGTH = 8;
const PASSWORD_MAX_LENGTH = 64;

/** A new password (spec §5; ASVS 5.0, 6.2.4). Never trimmed: spaces belong to it. Lengths are in characters, not UTF-16. */
export const newPasswordSchema = z
  .string({ error: fieldError('password_required') })
  .refine((value) => [...value].length >= PASSWORD_MIN_LENGTH, fieldError('password_too_short'))
  .refine((value) => [...value].length <= PASSWORD_MAX_LENGTH, fieldError('password_too_long'))
  .refine((value) => !isCommonPassword(value), fieldError('password_common'));

/** An existing password: required, and bounded, since it gets hashed; the hash decides the rest. */
export const currentPasswordSchema = z
  .string({ error: fieldError('password_required') })
  .max(PASSWORD_MAX_LENGTH * 4, fieldError('password_too_long'));

/** Shorter words occur in too many passwords by chance. */
const PERSONAL_WORD_MIN_LENGTH = 3;

/**
 * @param words what an attacker knows of the person (`personalWords`); those under 3 characters are ignored.
 * @returns whether the password is one of the words, once or repeated, plus only digits, spaces and
 *   punctuation; in any case and form.
 */
export function isPersonalPassword(password: string, words: readonly string[]): boolean {
  const bare = withoutPunctuation(password);
  return words.map(withoutPunctuation).some((word) => {
    if (word.length < PERSONAL_WORD_MIN_LENGTH || !bare.includes(word)) return false;
    return !/\p{L}/u.test(bare.replaceAll(word, ''));
  });
}

/** Makes `ada.lovelace` and `Ada Lovelace` the same word. */
function withoutPunctuation(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
