const encoder = new TextEncoder();

/**
 * Derives a key from a secret: HKDF with SHA-256 (RFC 5869).
 *
 * @param info separates the key from all others that follow from the same secret.
 * @param salt empty by default.
 */
export async function deriveBytes(
  secret: string,
  { info, salt = '', bytes = 32 }: { info: string; salt?: string; bytes?: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, [
    'deriveBits',
  ]);
  const derived = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: encoder.encode(salt), info: encoder.encode(info) },
    material,
    bytes * 8,
  );
  return new Uint8Array(derived);
}
