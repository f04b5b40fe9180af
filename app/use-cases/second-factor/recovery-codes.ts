import { createHash } from 'node:crypto';
import { RECOVERY_CODES } from '#app/domain/access/second-factor.ts';
import { CROCKFORD_ALPHABET, encodeBase32 } from '#app/domain/encoding/base32.ts';

/** 120 bits: from 112 on a fast hash may store a code (ASVS 6.5.2). */
const CODE_BYTES = 15;
const GROUP_LENGTH = 6;
const CODE_LENGTH = 24;
/** A code with a space on either side of each hyphen, and some to spare. */
const MAX_TYPED_LENGTH = 64;

/** @returns codes such as `4k7w0q-…` (four groups of six), each of 120 random bits, to be shown once. */
export function newRecoveryCodes(count = RECOVERY_CODES): string[] {
  return Array.from({ length: count }, () =>
    inGroups(encodeBase32(crypto.getRandomValues(new Uint8Array(CODE_BYTES)), CROCKFORD_ALPHABET)),
  );
}

/** @returns a typed code in the form of `newRecoveryCodes`; null for other text. */
export function normalizeRecoveryCode(typed: string): string | null {
  // The ASCII check comes before lower-casing, which maps other letters (U+212A) to ASCII.
  if (typed.length > MAX_TYPED_LENGTH || !/^[0-9a-zA-Z \t\r\n-]+$/.test(typed)) return null;
  const characters = typed
    .replaceAll(/[ \t\r\n-]/g, '')
    .toLowerCase()
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  const isCode =
    characters.length === CODE_LENGTH && [...characters].every((one) => CROCKFORD_ALPHABET.includes(one));
  return isCode ? inGroups(characters) : null;
}

/**
 * Hashes a recovery code for storage and look-up. With 120 random bits, SHA-256 suffices.
 * @param code as `newRecoveryCodes` or `normalizeRecoveryCode` returned it.
 * @param userId makes a hash useless for any other user's row.
 */
export function hashRecoveryCode(code: string, userId: string): string {
  const text = JSON.stringify(['recovery-code', userId, code]);
  return createHash('sha256').update(text).digest('base64url');
}

function inGroups(characters: string): string {
  return characters.replaceAll(new RegExp(`.{${GROUP_LENGTH}}(?=.)`, 'g'), '$&-');
}
