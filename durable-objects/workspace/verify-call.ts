import { decodeBase64Url } from '#app/domain/encoding/base64url.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';

const MAX_TOKEN_LENGTH = 4_096;
const MAX_EMAIL_LENGTH = 254;
/** A token that is good for longer is refused: one that leaks must not be of use for long. */
const MAX_LIFETIME_MS = 60 * SECOND_MS;

/**
 * Checks what a workspace says of one of its people (docs/cluster.md, "Into the portal"): a token `PAYLOAD.SIG` under
 * its own key, made for nothing but a login code, by this workspace and just now. `now` is real time, UTC ms.
 *
 * @returns whom it speaks for; null for any other token, whatever is wrong with it.
 */
export async function verifyCall(
  token: string,
  workspace: { name: string; signInKey: string },
  now: number,
): Promise<{ email: string } | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const [payload, signature, ...rest] = token.split('.');
  if (!payload || !signature || rest.length > 0) return null;
  const [claimBytes, signatureBytes] = [decodeBase64Url(payload), decodeBase64Url(signature)];
  if (!claimBytes || !signatureBytes) return null;
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey(
    'raw',
    bytes.encode(workspace.signInKey),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  if (!(await crypto.subtle.verify('HMAC', key, signatureBytes, bytes.encode(payload)))) return null;

  const { purpose, workspace: name, email, exp } = claimsIn(claimBytes);
  if (purpose !== 'login-code' || name !== workspace.name) return null;
  if (typeof exp !== 'number' || exp <= now || exp > now + MAX_LIFETIME_MS) return null;
  if (typeof email !== 'string' || email === '' || email.length > MAX_EMAIL_LENGTH) return null;
  return { email };
}

type Claims = Partial<Record<'purpose' | 'workspace' | 'email' | 'exp', unknown>>;

/** @returns no claims at all for what is no JSON object. */
function claimsIn(bytes: Uint8Array): Claims {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
