import { hashToken } from '#app/crypto/secrets.ts';
import { cloudUserPerWorkspace } from '#app/domain/access/throttle-rules.ts';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { CloudUser } from '#db/queries/cloud.ts';
import type { Services } from '../services.ts';
import { refuseWhenThrottled, throttleKey } from '../throttle/throttle.ts';

/**
 * A workspace, by its own credential: asks who one of its people is. The credential is used up, so that nobody who
 * comes by it afterwards learns more than its time.
 *
 * @throws AppError signature_invalid for one that was used, forbidden for an e-mail that is no member's,
 *   too_many_attempts.
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
    calls: { key: throttleKey('cloud_user:workspace', workspaceId), rule: cloudUserPerWorkspace },
    credentialKey: throttleKey('cloud_user:credential', await hashToken(credential)),
  });
  refuseWhenThrottled(counted, cloudUserPerWorkspace, ports.clock);
  if (!isFirstUse) throw new AppError('signature_invalid');
  if (!user) throw new AppError('forbidden');
  return user;
}
