import { hashToken, newId, newToken } from '#app/crypto/secrets.ts';
import {
  API_TOKENS_PER_PERSON,
  apiTokenExpiry,
  type NewApiToken,
  writeApiToken,
} from '#app/domain/access/api-token.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { canGrantScopes } from '#app/domain/access/grants.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';

type Ports = Pick<Services, 'clock' | 'apiTokens'>;

/**
 * The signed-in person: makes a token for the account that they are in, for no more than they hold. Its name is
 * the person's only one: a form that is sent twice makes one token, and a list tells them apart.
 *
 * @returns the token, which is not kept.
 * @throws AccessUnconfirmed; AppError forbidden for a scope beyond what they hold, invalid_form for a name
 *   that another token has, too_many_api_tokens.
 */
export async function createApiToken(
  ports: Ports,
  viewer: Viewer,
  { name, scopes, lifetime }: NewApiToken,
  client: ClientInfo,
): Promise<{ token: string }> {
  if (!canGrantScopes(viewer, scopes)) throw new AppError('forbidden');
  requireRecentProof(ports, viewer);
  const now = ports.clock.now();
  const token = writeApiToken(newToken());
  const outcome = await ports.apiTokens.create({
    now,
    viewer,
    id: newId('tok'),
    name,
    tokenHash: await hashToken(token),
    scopes: [...new Set(scopes)],
    expiresAt: apiTokenExpiry(lifetime, now),
    limit: API_TOKENS_PER_PERSON,
    client,
  });
  if (outcome === 'name-taken') {
    throw new AppError('invalid_form', { fields: { name: fieldError('token_name_taken') } });
  }
  if (outcome === 'too-many') throw new AppError('too_many_api_tokens');
  return { token };
}

/**
 * The signed-in person: ends one of their tokens.
 * @throws AppError api_token_not_found for one that is gone, or another person's.
 */
export async function revokeApiToken(
  ports: Ports,
  viewer: Viewer,
  tokenId: string,
  client: ClientInfo,
): Promise<void> {
  const isRevoked = await ports.apiTokens.revoke({ now: ports.clock.now(), viewer, tokenId, client });
  if (!isRevoked) throw new AppError('api_token_not_found');
}
