import { hashToken, newToken } from '#app/crypto/secrets.ts';
import { mailCause } from '#app/domain/access/mail-limits.ts';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { CONFIRMATION_RESEND_WAIT_MS, resendWaitSeconds } from '#app/domain/account/registration-lifetime.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';
import type { Actor } from '../record-acts.ts';
import type { Services } from '../services.ts';

/**
 * The signed-in, unconfirmed person: sends the confirmation mail again, at most once a minute. For an e-mail that
 * another person confirmed, its owner gets a mail instead, and the answer is the same.
 * @throws AppError resend_too_soon with the seconds to wait.
 */
export async function resendConfirmation(
  ports: Pick<Services, 'clock' | 'registrations'>,
  { viewer, client }: Actor,
): Promise<void> {
  if (viewer.progress.confirmedAt !== null) return;
  const now = ports.clock.now();
  const token = newToken();
  const { id: userId, email, confirmationSentAt } = viewer.user;
  const isRenewed = await ports.registrations.renewConfirmation({
    now,
    userId,
    emailNormalized: normalizeEmail(email),
    tokenHash: await hashToken(token),
    cause: mailCause('network', client.network),
    confirmMail: { template: 'confirm_email', to: email, data: { accountName: viewer.account.name, token } },
    alreadyRegisteredMail: { template: 'already_registered', to: email, data: {} },
  });
  if (isRenewed) return;
  const waitSeconds = resendWaitSeconds(confirmationSentAt, now) || CONFIRMATION_RESEND_WAIT_MS / SECOND_MS;
  throw new AppError('resend_too_soon', { retryAfterSeconds: waitSeconds });
}
