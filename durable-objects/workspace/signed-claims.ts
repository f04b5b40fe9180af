import { decodeBase64Url } from '#app/domain/encoding/base64url.ts';

const MAX_TOKEN_LENGTH = 4_096;

/** What a token says; nothing in it has the type that it should have until somebody looks. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Checks a token `PAYLOAD.SIG` of a workspace: both base64url, the signature HMAC-SHA256 of the payload's text.
 *
 * @param keysOf finds the keys, of which one may have signed, by what the token says of itself, true or not.
 * @returns the claims; null for any other token, whatever is wrong with it.
 */
export async function verifySigned(
  token: string,
  keysOf: (unproven: Claims) => readonly string[] | Promise<readonly string[]>,
): Promise<Claims | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const [payload, signature, ...rest] = token.split('.');
  if (!payload || !signature || rest.length > 0) return null;
  const [claimBytes, signatureBytes] = [decodeBase64Url(payload), decodeBase64Url(signature)];
  if (!claimBytes || !signatureBytes) return null;
  const claims = claimsIn(claimBytes);
  for (const secret of await keysOf(claims)) {
    if (await isSignedWith(secret, signatureBytes, payload)) return claims;
  }
  return null;
}

async function isSignedWith(
  secret: string,
  signature: Uint8Array<ArrayBuffer>,
  text: string,
): Promise<boolean> {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey(
    'raw',
    bytes.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  return crypto.subtle.verify('HMAC', key, signature, bytes.encode(text));
}

/** @returns whether `exp` (UTC ms) is ahead of `now`, and by no more than `maxLifetimeMs`. */
export function isInTime(exp: unknown, now: number, maxLifetimeMs: number): boolean {
  return typeof exp === 'number' && exp > now && exp <= now + maxLifetimeMs;
}

/** @returns no claims at all for what is no JSON object. */
function claimsIn(bytes: Uint8Array): Claims {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Claims) : {};
  } catch {
    return {};
  }
}
