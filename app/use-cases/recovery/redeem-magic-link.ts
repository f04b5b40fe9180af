import { hashToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Services } from '../services.ts';
import { newSession } from '../session/new-session.ts';
import { refuseUnlessDone } from './link-refusal.ts';

/**
 * Anyone with the link: signs in as the owner to whom it was sent, whatever the state of the workspace (spec §1).
 * @param currentTokenHash the browser's current session, which ends.
 * @throws AppError link_expired, link_invalid.
 */
export async function redeemMagicLink(
  ports: Pick<Services, 'clock' | 'recovery'>,
  input: { token: string; client: ClientInfo; currentTokenHash: string | null },
): Promise<{ sessionToken: string }> {
  const { sessionToken, signInInput } = await newSession(ports, input.client);
  const outcome = await ports.recovery.redeemMagicLink({
    ...signInInput,
    tokenHash: await hashToken(input.token),
    endsTokenHash: input.currentTokenHash,
  });
  refuseUnlessDone(outcome);
  return { sessionToken };
}
