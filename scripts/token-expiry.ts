import { z } from 'zod';
import { DAY_MS, SECOND_MS } from '../app/domain/time/clock.ts';

/** Longer than the 90 days for which tokens are made (docs/cluster.md), by what a deployment may be late. */
const MAX_LIFETIME_MS = 100 * DAY_MS;
const WARN_BEFORE_MS = 14 * DAY_MS;

const claimsSchema = z.object({ exp: z.number().positive() });

/**
 * Judges the tokens that the Worker proves itself with to database and clusters, both JSON Web Tokens: none may last for
 * good (ASVS 5.0, 13.2.1).
 *
 * @param tokens by the name that a person knows them by.
 * @param now UTC ms.
 * @returns a line for each that ends soon.
 * @throws Error naming each that has no end, one too far away, or is over; never the token.
 */
export function refuseLastingTokens(tokens: Readonly<Record<string, string>>, now: number): string[] {
  const [refusals, warnings]: [string[], string[]] = [[], []];
  for (const [name, token] of Object.entries(tokens)) {
    const endsAt = endOf(token);
    if (endsAt === null) refusals.push(`  ${name}: has no end that can be read`);
    else if (endsAt <= now) refusals.push(`  ${name}: is over`);
    else if (endsAt > now + MAX_LIFETIME_MS) refusals.push(`  ${name}: lasts for more than 100 days`);
    else if (endsAt < now + WARN_BEFORE_MS) {
      warnings.push(`${name} ends on ${new Date(endsAt).toISOString().slice(0, 10)}: replace it.`);
    }
  }
  if (refusals.length === 0) return warnings;
  throw new Error(`Make these tokens anew, for 90 days (docs/cluster.md):\n${refusals.join('\n')}`);
}

/** @returns when a JSON Web Token ends, UTC ms; null for one that does not say. */
function endOf(token: string): number | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return claims.success ? claims.data.exp * SECOND_MS : null;
  } catch {
    return null;
  }
}
