import { hasSecondFactor } from '#app/domain/access/second-factor.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { isPersonalPassword } from '#app/domain/account/password.ts';
import { personalWords } from '#app/domain/account/personal-words.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { ClientInfo } from '../client-info.ts';
import { hashPassword } from '../passwords.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import { hashToken, newId, newToken } from '../secrets.ts';
import type { CredentialStore } from './ports.ts';
import { provePassword } from './present-password.ts';

/**
 * The signed-in person: changes their password. Their other sessions end, and this one goes on under a new token
 * (design §4, "Sessions").
 *
 * @returns the session's new token.
 * @throws AccessUnconfirmed; AppError password_wrong (with its field), too_many_attempts; invalid_form for one made of who they are.
 */
export async function changePassword(
  ports: { clock: Clock; credentials: CredentialStore },
  viewer: Viewer,
  form: { presentPassword: string; newPassword: string },
  client: ClientInfo,
): Promise<{ sessionToken: string }> {
  const { user, account } = viewer;
  const words = personalWords({ fullName: user.name, email: user.email, accountName: account.name });
  if (isPersonalPassword(form.newPassword, words)) {
    throw new AppError('invalid_form', { fields: { newPassword: fieldError('password_personal') } });
  }
  // Beside the password, which the form asks for itself, whoever has a second factor has just proved it.
  if (hasSecondFactor(viewer.user.factors)) requireRecentProof(ports, viewer);
  const { forgiveKey } = await provePassword(ports, viewer, form.presentPassword, client);
  const sessionToken = newToken();
  await ports.credentials.changePassword({
    now: ports.clock.now(),
    viewer,
    passwordHash: await hashPassword(form.newPassword),
    sessionTokenHash: await hashToken(sessionToken),
    forgiveKey,
    mailId: newId('msg'),
    client,
  });
  return { sessionToken };
}
