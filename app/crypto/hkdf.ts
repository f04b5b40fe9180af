import { hkdfSync } from 'node:crypto';

/** Derives a key from a secret: HKDF with SHA-256 (RFC 5869). @param info separates it from the secret's other keys. */
export function deriveBytes(
  secret: string,
  { info, salt = '', bytes = 32 }: { info: string; salt?: string; bytes?: number },
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdfSync('sha256', secret, salt, info, bytes));
}
