import type { KeyRing } from '#app/crypto/key-ring.ts';

/** A key that the configured master key cannot give: the operator has to put a version back. */
export class KeyUnavailable extends Error {
  override readonly name = 'KeyUnavailable';
}

/** @returns a version's secret. @throws KeyUnavailable when the ring has no such version. */
export function masterKeyOf(ring: KeyRing, version: number): string {
  const key = ring.find((candidate) => candidate.version === version);
  if (key) return key.secret;
  throw new KeyUnavailable(
    `WORKSPACE_MASTER_KEY has no version ${version}, which this workspace needs: put it back.`,
  );
}

/**
 * A workspace's own secrets, derived from one version of the master key: the same id gives the same keys, and
 * one workspace's tell nothing of another's (HKDF-SHA256, RFC 5869).
 *
 * @returns 256 bits as hex, different for each purpose.
 */
export async function workspaceKey(
  masterKey: string,
  workspaceId: string,
  purpose: 'sign-in' | 'encryption' | 'final-backup',
): Promise<string> {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', bytes.encode(masterKey), 'HKDF', false, ['deriveBits']);
  const derived = await crypto.subtle.deriveBits(
    {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: bytes.encode(workspaceId),
      info: bytes.encode(`weft-cloud/workspace/${purpose}`),
    },
    key,
    256,
  );
  return [...new Uint8Array(derived)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
