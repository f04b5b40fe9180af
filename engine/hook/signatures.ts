import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** How long the portal's sign-in links last. */
export const LINK_LIFETIME_MS = 60_000;
/** How far the portal's clock may be ahead of this one, or behind it. */
export const CLOCK_SKEW_MS = 120_000;

const linkSchema = z.object({
  jti: z.string().min(1).max(128),
  iat: z.number().optional(),
  exp: z.number(),
  email: z.string().min(3).max(254),
  name: z.string().min(1).max(256),
  role: z.enum(['owner', 'billing', 'operator', 'member']),
  path: z.string().max(2048).optional(),
});

/** The person and the path of a sign-in link; instants are UTC ms by the portal's clock. */
export type SignInLink = z.infer<typeof linkSchema> & { iat: number };

/** @returns the link of a token `{payload}.{signature}`; null for a wrong signature. Does not check the expiry. */
export function readLink(token: string, key: string): SignInLink | null {
  const [payload, signature, ...rest] = token.split('.');
  if (!payload || !signature || rest.length > 0) return null;
  if (!isSame(signature, createHmac('sha256', key).update(payload).digest('base64url'))) return null;
  try {
    const link = linkSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return { ...link, iat: link.iat ?? link.exp - LINK_LIFETIME_MS };
  } catch {
    return null;
  }
}

/**
 * @param purpose of the portal's request, such as `usage` or `import:{digest of the body}`.
 * @returns whether the portal signed an Authorization header for exactly this purpose.
 */
export function isSignedCall(authorization: string | undefined, purpose: string, key: string): boolean {
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return bearer !== undefined && isSame(bearer, createHmac('sha256', key).update(purpose).digest('hex'));
}

/** @returns a token that this workspace signs for the portal: `{payload}.{signature}`. */
export function signToken(claims: object, key: string): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}

/**
 * @param at of a call of the portal, by the clock that also signs its links; undefined from an earlier portal.
 * @returns the instant of the call by that clock, no further from `now` than the clocks may differ.
 */
export function instantOfCall(at: number | undefined, now: number): number {
  return Math.min(Math.max(at ?? now, now - CLOCK_SKEW_MS), now + CLOCK_SKEW_MS);
}

/** Compares in constant time, whatever the lengths, by hashes of equal length. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
