import { hashToken, newToken } from '#app/crypto/secrets.ts';
import { hasSecondFactor } from '#app/domain/access/second-factor.ts';
import { personalWords } from '#app/domain/account/personal-words.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { hashNewPassword } from '../new-password.ts';
import type { Actor } from '../record-acts.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';
import { verifyCurrentPassword } from './verify-current-password.ts';

/**
 * The signed-in person: changes their password. Their other sessions end, and the current one gets a new token
 * (design §4, "Sessions").
 * @throws AccessUnconfirmed; AppError password_wrong (with its field), too_many_attempts; session_expired if the session ended
 *   while the passwords were checked, by a reset or by the same form posted twice; invalid_form as `hashNewPassword`.
 */
export async function changePassword(
  ports: Pick<Services, 'clock' | 'credentials' | 'breachedPasswords' | 'passwords' | 'sessions'>,
  actor: Actor,
  form: { currentPassword: string; newPassword: string },
): Promise<{ sessionToken: string }> {
  const { user, account } = actor.viewer;
  // The form itself asks for the password; a person with a second factor must have proved that too.
  if (hasSecondFactor(user.factors)) requireRecentProof(ports, actor.viewer);
  await verifyCurrentPassword(ports, actor, form.currentPassword);
  const words = personalWords({ fullName: user.name, email: user.email, accountName: account.name });
  const passwordHash = await hashNewPassword(ports, {
    password: form.newPassword,
    words,
    field: 'newPassword',
    // The current password was right, so nothing stays counted.
    keys: [],
  });
  const sessionToken = newToken();
  const isChanged = await ports.credentials.changePassword({
    now: ports.clock.now(),
    ...actor,
    passwordHash,
    sessionTokenHash: await hashToken(sessionToken),
  });
  if (!isChanged) throw new AppError('session_expired');
  return { sessionToken };
}
