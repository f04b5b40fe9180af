import { hashToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { throttleOf } from '#app/domain/access/throttle-rules.ts';
import { personalWords } from '#app/domain/account/personal-words.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import { hashNewPassword } from '../new-password.ts';
import type { Services } from '../services.ts';
import { newSession } from '../session/new-session.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';
import { confirmationRefusal } from './confirm-email.ts';

/**
 * Anyone with the link, in a browser that did not register: confirms the e-mail and chooses the password. A stranger may
 * have registered this e-mail, so nothing that the registrant holds survives: password, sessions, devices and tokens.
 * The password typed at registration may be chosen again.
 *
 * @param input.fullName null keeps the name typed at registration.
 * @param input.currentTokenHash the browser's current session, which ends.
 * @throws AppError confirmation_expired, confirmation_failed, email_belongs_to_another, too_many_attempts,
 *   trial_setup_failed; invalid_form as `hashNewPassword`.
 */
export async function confirmElsewhere(
  ports: Pick<Services, 'clock' | 'registrations' | 'breachedPasswords' | 'passwords' | 'sessions'>,
  input: {
    token: string;
    fullName: string | null;
    password: string;
    currentTokenHash: string | null;
    client: ClientInfo;
  },
): Promise<{ sessionToken: string }> {
  const { fullName, password, client } = input;
  const tokenHash = await hashToken(input.token);
  const perAddress = throttleOf('confirm:address', client.network);
  const perLink = throttleOf('confirm:link', tokenHash);
  const { address, link, outcome } = await ports.registrations.attemptConfirmation({
    now: ports.clock.now(),
    tokenHash,
    perAddress,
    perLink,
  });
  refuseWhenThrottled(address, ports.clock);
  if (outcome.kind !== 'ready') throw confirmationRefusal(outcome);
  refuseWhenThrottled(link, ports.clock);
  const { person } = outcome;
  const words = personalWords({ ...person, fullName: fullName ?? person.fullName });
  const passwordHash = await hashNewPassword(ports, {
    password,
    words,
    field: 'password',
    keys: [perAddress.key, perLink.key],
  });
  const { sessionToken, signInInput } = await newSession(ports, client);
  const { now, sessionTokenHash, deviceTokenHash } = signInInput;
  const by = {
    kind: 'elsewhere',
    name: fullName,
    passwordHash,
    sessionTokenHash,
    deviceTokenHash,
    endsTokenHash: input.currentTokenHash,
  } as const;
  const confirmed = await withErrorCode('trial_setup_failed', () =>
    ports.registrations.confirm({ now, tokenHash, by, client }),
  );
  if (confirmed.kind === 'confirmed') return { sessionToken };
  // The link worked a moment ago: between the read and the write, another request used it or took the e-mail.
  throw confirmed.kind === 'needs-password' ? new AppError('internal') : confirmationRefusal(confirmed);
}
