import type { Viewer } from '#app/domain/access/viewer.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { limitKeyOf } from '../outbox/admit-mails.ts';
import { mailPolicies } from '../outbox/mail-policies.ts';
import type { Services } from '../services.ts';

/** @returns confirmation_not_sent when the person's last confirmation mail could not be delivered; null otherwise. */
export async function findConfirmationFailure(
  { registrations }: Pick<Services, 'registrations'>,
  { user: { email, confirmationSentAt } }: Viewer,
): Promise<ErrorCode | null> {
  const limitKey = await limitKeyOf(mailPolicies.confirm_email.group, email);
  const hasFailed = await registrations.hasConfirmationMailFailed({ limitKey, sentAt: confirmationSentAt });
  return hasFailed ? 'confirmation_not_sent' : null;
}
