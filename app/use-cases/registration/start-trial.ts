import type { ConfirmationOutcome } from '#app/domain/account/confirmation.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import type { Services } from '../services.ts';

/**
 * Redeems a confirmation link, which starts the account's workspace and trial.
 * @throws AppError trial_setup_failed when it could not be written.
 */
export function startTrial(
  { registrations }: Pick<Services, 'registrations'>,
  confirmation: Parameters<Services['registrations']['confirm']>[0],
): Promise<ConfirmationOutcome> {
  return withErrorCode('trial_setup_failed', () => registrations.confirm(confirmation));
}
