import { deriveBytes } from './hkdf.ts';
import type { KeyRing } from './key-ring.ts';

/** The configured master key lacks a version, which the operator must restore. */
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

/** @returns the keys with which a workspace's process may sign, one for each version of the master key. */
export function listAcceptedSignInKeys(masterKeys: KeyRing, workspaceId: string): string[] {
  return masterKeys.map(({ secret }) => workspaceKey(secret, workspaceId, 'sign-in'));
}

/**
 * Derives a workspace's secret from one version of the master key (HKDF-SHA256, RFC 5869): always the same for an id
 * and purpose. @returns 256 bits as hex.
 */
export function workspaceKey(
  masterKey: string,
  workspaceId: string,
  purpose: 'sign-in' | 'encryption' | 'final-backup' | 'held-webhooks',
): string {
  const key = deriveBytes(masterKey, { salt: workspaceId, info: `weft-cloud/workspace/${purpose}` });
  return Buffer.from(key).toString('hex');
}
