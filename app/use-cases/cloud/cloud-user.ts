import { hashToken } from '#app/crypto/secrets.ts';
import { throttleOf } from '#app/domain/access/throttle-rules.ts';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { CloudUser } from '#db/queries/cloud.ts';
import type { Services } from '../services.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';

/**
 * A workspace, by its own credential: reads one of its people. The call uses up the credential, so that a
 * thief who finds it later learns nothing more.
 * @throws AppError signature_invalid for a used credential, forbidden for an e-mail that belongs to no
 *   member, too_many_attempts.
 */
export async function readCloudUser(
  ports: Pick<Services, 'clock' | 'cloud'>,
  caller: { workspaceId: string; email: string; credential: string },
): Promise<CloudUser> {
  const { workspaceId, email, credential } = caller;
  const { user, isFirstUse, ...counted } = await ports.cloud.user({
    now: ports.clock.now(),
    workspaceId,
    emailNormalized: normalizeEmail(email),
    calls: throttleOf('cloud_user:workspace', workspaceId),
    credentialKey: `cloud_user:credential:${await hashToken(credential)}`,
  });
  refuseWhenThrottled(counted, ports.clock);
  if (!isFirstUse) throw new AppError('signature_invalid');
  if (!user) throw new AppError('forbidden');
  return user;
}
