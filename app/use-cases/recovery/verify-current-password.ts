import { throttleOf } from '#app/domain/access/throttle-rules.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Actor } from '../record-acts.ts';
import type { Services } from '../services.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';
import { verifyCounted } from '../throttle/verify-counted.ts';

/**
 * Verifies the signed-in person's password again, before a change that a stranger at an open browser must not make. Only
 * wrong passwords stay counted, also if the change fails.
 * @throws AppError too_many_attempts, password_wrong, passwords_busy.
 */
export async function verifyCurrentPassword(
  ports: Pick<Services, 'clock' | 'credentials' | 'passwords' | 'sessions'>,
  actor: Actor,
  password: string,
): Promise<void> {
  const { id: userId } = actor.viewer.user;
  const throttle = throttleOf('password:user', userId);
  const attempt = { now: ports.clock.now(), userId, throttle };
  const { passwordHash, ...counted } = await ports.credentials.attempt(attempt);
  refuseWhenThrottled(counted, ports.clock);
  if (!(await verifyCounted(ports, password, passwordHash, [throttle.key]))) {
    await ports.credentials.recordRefusal({ now: ports.clock.now(), ...actor });
    throw new AppError('password_wrong');
  }
  await ports.sessions.forgive([throttle.key]);
}
