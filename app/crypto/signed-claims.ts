import { decodeBase64UrlText } from '#app/domain/encoding/base64url.ts';
import { parseOptionalJson } from '#app/domain/encoding/parse-json.ts';
import { isSignedBy } from './secrets.ts';

const MAX_TOKEN_LENGTH = 4_096;
const MAX_EMAIL_LENGTH = 254;

/** Claims of a token; their types are unchecked. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Verifies a token `PAYLOAD.SIG` of a workspace: both base64url, the signature HMAC-SHA256 of the payload's text.
 * @param keysOf finds the possible signing keys by the unverified claims.
 * @returns the claims; null for any invalid token.
 */
export async function verifySigned(
  token: string,
  keysOf: (unproven: Claims) => readonly string[] | Promise<readonly string[]>,
): Promise<Claims | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const [payload, signature, ...rest] = token.split('.');
  if (!payload || !signature || rest.length > 0) return null;
  const text = decodeBase64UrlText(payload);
  if (text === null) return null;
  const claims = Object(parseOptionalJson(text)) as Claims;
  const keys = await keysOf(claims);
  return keys.some((key) => isSignedBy(payload, key, signature)) ? claims : null;
}

/** @returns whether `exp` (UTC ms) is ahead of `now`, and by no more than `maxLifetimeMs`. */
export function isInTime(exp: unknown, now: number, maxLifetimeMs: number): boolean {
  return typeof exp === 'number' && exp > now && exp <= now + maxLifetimeMs;
}

/** @returns whether a claim has the form of an e-mail; the database finds its person. */
export function isEmail(claim: unknown): claim is string {
  return typeof claim === 'string' && claim !== '' && claim.length <= MAX_EMAIL_LENGTH;
}
