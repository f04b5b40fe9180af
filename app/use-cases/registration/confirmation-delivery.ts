import type { Viewer } from '#app/domain/access/viewer.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { Services } from '../services.ts';

/** @returns confirmation_not_sent when the person's last confirmation mail could not be delivered; null otherwise. */
export async function findConfirmationFailure(
  { registrations }: Pick<Services, 'registrations'>,
  { user: { id, confirmationSentAt } }: Viewer,
): Promise<ErrorCode | null> {
  const hasFailed = await registrations.hasConfirmationMailFailed(id, confirmationSentAt);
  return hasFailed ? 'confirmation_not_sent' : null;
}
