/** RFC 4648, section 6: the alphabet that authenticator apps read. */
export const RFC_4648_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Crockford's, in lower case: no i, l, o or u, so that a code survives handwriting and being read aloud. */
export const CROCKFORD_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** @param alphabet 32 characters. @returns the bytes without padding; the last character contains the remaining bits. */
export function encodeBase32(bytes: Uint8Array, alphabet: string): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((buffer >> bits) & 31);
    }
    buffer &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet.charAt((buffer << (5 - bits)) & 31) : text;
}
