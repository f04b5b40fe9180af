import type { ConfirmationOutcome } from '#app/domain/account/confirmation.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Services } from '../services.ts';

/**
 * Redeems a confirmation link, which starts the account's workspace and trial.
 * @throws AppError trial_setup_failed when it could not be written.
 */
export async function startTrial(
  { registrations }: Pick<Services, 'registrations'>,
  confirmation: Parameters<Services['registrations']['confirm']>[0],
): Promise<ConfirmationOutcome> {
  try {
    return await registrations.confirm(confirmation);
  } catch (cause) {
    throw new AppError('trial_setup_failed', { cause });
  }
}
