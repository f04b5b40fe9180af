import { createHmac } from 'node:crypto';
import { workspaceKey } from '#app/crypto/workspace-key.ts';

/** Claims of a workspace's credential, any of which may be wrong or missing. */
export type CredentialClaims = Readonly<Record<string, unknown>>;

const LIFETIME_MS = 30_000;
let made = 0;

/**
 * A credential as a workspace's hook creates it (docs/cluster.md); each is unique.
 * @param signedAs the workspace whose key signs it; by default the workspace itself.
 */
export async function cloudCredential(
  masterKey: string,
  workspaceId: string,
  claims: CredentialClaims = {},
  signedAs = workspaceId,
): Promise<string> {
  made += 1;
  const whole = {
    purpose: 'cloud',
    workspaceId,
    jti: `${process.pid}-${made}`,
    exp: Date.now() + LIFETIME_MS,
  };
  const key = workspaceKey(masterKey, signedAs, 'sign-in');
  return signText(JSON.stringify({ ...whole, ...claims }), key);
}

/** @param content text, or bytes that are not UTF-8. */
export function signText(content: string | Uint8Array, key: string): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const payload = Buffer.from(bytes).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}
