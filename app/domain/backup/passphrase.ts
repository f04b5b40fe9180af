/** In characters, as a workspace counts them (docs/cluster.md, "Workflows"). */
export const PASSPHRASE_MIN_LENGTH = 12;
export const PASSPHRASE_MAX_LENGTH = 256;

export type PassphraseStrength = 'short' | 'weak' | 'fair' | 'strong';

/** Estimated bits required to accept a passphrase, and to call it strong. scrypt adds about 17 bits of work per guess. */
const FAIR_BITS = 28;
const STRONG_BITS = 50;
/** Estimated bits per character, by the number of character kinds. Attackers guess words, not letters. */
const BITS_BY_KINDS = [0, 2.5, 3.5, 5, 5, 5];
const KINDS = [/\p{Ll}|\p{Lo}| /u, /\p{Lu}/u, /\p{N}/u, /[!-/:-@[-`{-~]/, /\p{Emoji_Presentation}/u];

/** @returns the number of Unicode characters, once composed (NFC). */
export function passphraseLength(passphrase: string): number {
  return [...passphrase.normalize('NFC')].length;
}

/** Estimates how hard a passphrase is to guess; `short` and `weak` are refused. Repeats and sequences count for nothing. */
export function passphraseStrength(passphrase: string): PassphraseStrength {
  const characters = [...passphrase.normalize('NFC')];
  if (characters.length < PASSPHRASE_MIN_LENGTH) return 'short';
  const kinds = KINDS.filter((kind) => kind.test(passphrase)).length;
  const bits = surprisingCharacters(characters) * (BITS_BY_KINDS[kinds] ?? 0);
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

function surprisingCharacters(characters: readonly string[]): number {
  const pairs = new Set<string>();
  let count = 0;
  let before = '';
  for (const character of characters) {
    const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? Number.NaN);
    const pair = (before + character).toLowerCase();
    if (!(Math.abs(step) <= 1) && !pairs.has(pair)) count += 1;
    pairs.add(pair);
    before = character;
  }
  return count;
}
