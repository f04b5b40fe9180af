import { hkdfSync } from 'node:crypto';

/**
 * Derives a key from a secret: HKDF with SHA-256 (RFC 5869).
 * @param info separates the key from all others that follow from the same secret.
 * @param salt empty by default.
 */
export function deriveBytes(
  secret: string,
  { info, salt = '', bytes = 32 }: { info: string; salt?: string; bytes?: number },
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdfSync('sha256', secret, salt, info, bytes));
}
