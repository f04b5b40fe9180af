import { hashToken, newId, newToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Services } from '../services.ts';
import { refuseUnlessDone } from './link-refusal.ts';

/**
 * Anyone with the link: signs in as the owner who got it, whatever the state of the workspace (spec §1).
 *
 * @param currentTokenHash the browser's present session, which ends.
 * @returns the new session's token.
 * @throws AppError link_expired, link_invalid.
 */
export async function redeemMagicLink(
  ports: Pick<Services, 'clock' | 'recovery'>,
  input: { token: string; client: ClientInfo; currentTokenHash: string | null },
): Promise<{ sessionToken: string }> {
  const sessionToken = newToken();
  const outcome = await ports.recovery.redeemMagicLink({
    now: ports.clock.now(),
    tokenHash: await hashToken(input.token),
    redemptionId: newId('req'),
    sessionTokenHash: await hashToken(sessionToken),
    deviceTokenHash: await hashToken(input.client.deviceToken),
    endsTokenHash: input.currentTokenHash,
    client: input.client,
  });
  refuseUnlessDone(outcome);
  return { sessionToken };
}
