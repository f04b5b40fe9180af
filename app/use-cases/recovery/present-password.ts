import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { passwordPerUser } from '#app/domain/access/throttle-rules.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Services } from '../services.ts';
import { refuseWhenThrottled, throttleKey } from '../throttle/throttle.ts';

/**
 * Asks the signed-in person for their password once more, before something that whoever sits down at an open browser
 * must not be able to do.
 *
 * @returns the counter to forgive with the change, since the password was right.
 * @throws AppError too_many_attempts, password_wrong.
 */
export async function provePassword(
  ports: Pick<Services, 'clock' | 'credentials' | 'passwords'>,
  viewer: Viewer,
  password: string,
  client: ClientInfo,
): Promise<{ forgiveKey: string }> {
  const key = throttleKey('password:user', viewer.user.id);
  const { passwordHash, ...counted } = await ports.credentials.attempt({
    now: ports.clock.now(),
    userId: viewer.user.id,
    key,
    rule: passwordPerUser,
  });
  refuseWhenThrottled(counted, passwordPerUser, ports.clock);
  if (!(await ports.passwords.verify(password, passwordHash ?? ports.passwords.unknownUserHash))) {
    await ports.credentials.recordRefusal({ now: ports.clock.now(), viewer, client });
    throw new AppError('password_wrong');
  }
  return { forgiveKey: key };
}
