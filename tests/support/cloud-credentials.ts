import { createHmac } from 'node:crypto';
import { workspaceKey } from '#durable-objects/workspace/keys.ts';

/** Claims of a workspace's credential, of which any may be wrong or left out. */
export type CredentialClaims = Readonly<Record<string, unknown>>;

const LIFETIME_MS = 30_000;
let made = 0;

/**
 * A credential as a workspace's hook file makes it (docs/cluster.md), each its own.
 * @param signedAs whose key signs it; the workspace's own by default.
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
  const key = await workspaceKey(masterKey, signedAs, 'sign-in');
  return signText(JSON.stringify({ ...whole, ...claims }), key);
}

export function signText(text: string, key: string): string {
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}
