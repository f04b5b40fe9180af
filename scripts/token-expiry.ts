import { z } from 'zod';
import { DAY_MS, SECOND_MS } from '../app/domain/time/clock.ts';

/** The 90 days of a new token (docs/cluster.md), and some days for a late deployment. */
const MAX_LIFETIME_MS = 100 * DAY_MS;
const WARN_BEFORE_MS = 14 * DAY_MS;

const claimsSchema = z.object({ exp: z.number().positive() });

/**
 * Checks the JSON Web Tokens with which the Worker authenticates to the database and clusters: each must expire (ASVS 5.0,
 * 13.2.1).
 *
 * @param tokens by the name that an operator knows.
 * @param now UTC ms.
 * @returns a line for each token that expires soon.
 * @throws Error naming each token that never expires, expires too late, or has expired; never with the token.
 */
export function refuseUnexpiringTokens(tokens: Readonly<Record<string, string>>, now: number): string[] {
  const [refusals, warnings]: [string[], string[]] = [[], []];
  for (const [name, token] of Object.entries(tokens)) {
    const expiresAt = expiryOf(token);
    if (expiresAt === null) refusals.push(`  ${name}: has no readable expiry`);
    else if (expiresAt <= now) refusals.push(`  ${name}: has expired`);
    else if (expiresAt > now + MAX_LIFETIME_MS) refusals.push(`  ${name}: lasts for more than 100 days`);
    else if (expiresAt < now + WARN_BEFORE_MS) {
      warnings.push(`${name} expires on ${new Date(expiresAt).toISOString().slice(0, 10)}: replace it.`);
    }
  }
  if (refusals.length === 0) return warnings;
  throw new Error(`Replace these tokens with ones of 90 days (docs/cluster.md):\n${refusals.join('\n')}`);
}

/** @returns when a JSON Web Token expires, UTC ms; null for a token without an expiry. */
function expiryOf(token: string): number | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return claims.success ? claims.data.exp * SECOND_MS : null;
  } catch {
    return null;
  }
}
