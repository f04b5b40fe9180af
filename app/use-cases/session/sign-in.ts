import { hashToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { throttleOf, throttleRules } from '#app/domain/access/throttle-rules.ts';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Services } from '../services.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';
import { verifyCounted } from '../throttle/verify-counted.ts';
import { newSession } from './new-session.ts';

/**
 * Anyone: signs in by user name or confirmed e-mail and password (design §4, "Sign-in"). An unknown user costs the
 * same time and gets the same answer as a wrong password; too many attempts are refused before any hashing.
 * @param currentTokenHash the browser's current session, which ends.
 * @throws AppError invalid_credentials, too_many_attempts, passwords_busy.
 */
export async function signIn(
  ports: Pick<Services, 'clock' | 'passwords' | 'sessions'>,
  form: { login: string; password: string },
  client: ClientInfo,
  currentTokenHash: string | null = null,
): Promise<{ sessionToken: string }> {
  const login = normalizeEmail(form.login);
  const deviceTokenHash = await hashToken(client.deviceToken);
  const perAddress = throttleOf('sign_in:address', client.network);
  const attempt = await ports.sessions.attempt({
    now: ports.clock.now(),
    login,
    deviceTokenHash,
    perAccount: throttleRules['sign_in:account'],
    perAddress,
  });
  refuseWhenThrottled(attempt.address, ports.clock);
  const { account, candidate } = attempt;
  const refusal = {
    now: ports.clock.now(),
    userId: candidate?.userId ?? null,
    accountId: candidate?.accountId ?? null,
    client,
  };
  // Records only the first throttled attempt for the owner: a thousand more rows would add nothing.
  if (account.attempts === account.limit + 1) {
    await ports.sessions.recordRefusal({ ...refusal, kind: 'sign_in_throttled' });
  }
  refuseWhenThrottled(account, ports.clock);

  const forgiveKeys = [account.key, perAddress.key];
  const isRight = await verifyCounted(ports, form.password, candidate?.passwordHash, forgiveKeys);
  if (!candidate || !isRight) {
    await ports.sessions.recordRefusal({ ...refusal, kind: 'sign_in_failed' });
    throw new AppError('invalid_credentials');
  }

  const { sessionToken, signInInput } = await newSession(ports, client);
  const isSignedIn = await ports.sessions.create({
    ...signInInput,
    userId: candidate.userId,
    accountId: candidate.accountId,
    verifiedHash: candidate.passwordHash,
    forgiveKeys,
    endsTokenHash: currentTokenHash,
    // If the hasher is too busy, a later sign-in renews the hash.
    renewedHash: ports.passwords.isOutdated(candidate.passwordHash)
      ? await ports.passwords.hash(form.password).catch(() => null)
      : null,
  });
  // The stored hash changed meanwhile, so that the password has to be verified again: its owner may have reset it, or another
  // sign-in renewed the hash of the same password.
  return isSignedIn ? { sessionToken } : await signIn(ports, form, client, currentTokenHash);
}
