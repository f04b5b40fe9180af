import { signInPerAccount, signInPerAddress } from '#app/domain/access/throttle-rules.ts';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { ClientInfo } from '../client-info.ts';
import { unknownUserHash, verifyPassword } from '../passwords.ts';
import { hashToken, newToken } from '../secrets.ts';
import { refuseWhenThrottled, throttleKey } from '../throttle/throttle.ts';
import type { SessionStore } from './ports.ts';

/**
 * Anyone: signs in by user name or confirmed e-mail and password (design §4, "Sign-in"). An unknown user costs the
 * same time and gets the same answer as a wrong password; too many attempts are refused before any hashing.
 *
 * @returns the new session's token; an earlier session of this browser is not taken over.
 * @throws AppError invalid_credentials, too_many_attempts.
 */
export async function signIn(
  ports: { clock: Clock; sessions: SessionStore },
  form: { login: string; password: string },
  client: ClientInfo,
): Promise<{ sessionToken: string }> {
  const login = normalizeEmail(form.login);
  const accountKey = throttleKey('sign_in:account', login);
  const attempt = await ports.sessions.attempt({
    now: ports.clock.now(),
    login,
    emailNormalized: login,
    accountKey,
    addressKey: throttleKey('sign_in:address', client.address),
    perAccount: signInPerAccount,
    perAddress: signInPerAddress,
  });
  refuseWhenThrottled(attempt.address, signInPerAddress, ports.clock);
  refuseWhenThrottled(attempt.account, signInPerAccount, ports.clock);

  const { candidate } = attempt;
  const isRight = await verifyPassword(form.password, candidate?.passwordHash ?? unknownUserHash);
  if (!candidate || !isRight) throw new AppError('invalid_credentials');

  const sessionToken = newToken();
  await ports.sessions.create({
    now: ports.clock.now(),
    tokenHash: await hashToken(sessionToken),
    userId: candidate.userId,
    accountId: candidate.accountId,
    client,
    forgiveKey: accountKey,
  });
  return { sessionToken };
}
