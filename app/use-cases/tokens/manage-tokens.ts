import { hashToken, newId, newToken } from '#app/crypto/secrets.ts';
import { API_TOKENS_PER_PERSON, apiTokenExpiry, writeApiToken } from '#app/domain/access/api-token.ts';
import type { NewApiToken } from '#app/domain/access/api-token-form.ts';
import { canGrantScopes } from '#app/domain/access/grants.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import type { Actor } from '../record-acts.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';

type Ports = Pick<Services, 'clock' | 'apiTokens'>;

/**
 * The signed-in person: creates a token for the account that they are in, with no scope beyond their own permissions. The
 * name is unique per person, so a form that is sent twice creates one token.
 * @returns the token, which is not stored.
 * @throws AccessUnconfirmed; AppError forbidden for a scope beyond their permissions, invalid_form for a name that another
 *   token has, too_many_api_tokens, session_expired if the session ended meanwhile.
 */
export async function createApiToken(
  ports: Ports,
  actor: Actor,
  { name, scopes, lifetime }: NewApiToken,
): Promise<{ token: string }> {
  if (!canGrantScopes(actor.viewer, scopes)) throw new AppError('forbidden');
  requireRecentProof(ports, actor.viewer);
  const now = ports.clock.now();
  const token = writeApiToken(newToken());
  const outcome = await ports.apiTokens.create({
    now,
    ...actor,
    id: newId('tok'),
    name,
    tokenHash: await hashToken(token),
    scopes: [...new Set(scopes)],
    expiresAt: apiTokenExpiry(lifetime, now),
    limit: API_TOKENS_PER_PERSON,
  });
  if (outcome === 'session-ended') throw new AppError('session_expired');
  if (outcome === 'name-taken') {
    throw new AppError('invalid_form', { fields: { name: fieldError('token_name_taken') } });
  }
  if (outcome === 'too-many') throw new AppError('too_many_api_tokens');
  return { token };
}

/** The signed-in person: revokes one of their tokens. @throws AppError api_token_not_found, also for another person's token. */
export async function revokeApiToken(ports: Ports, actor: Actor, tokenId: string): Promise<void> {
  const isRevoked = await ports.apiTokens.revoke({ now: ports.clock.now(), ...actor, tokenId });
  if (!isRevoked) throw new AppError('api_token_not_found');
}
