import type { RefusedConfirmation } from '#app/domain/account/confirmation.ts';
import { AppError } from '#app/domain/errors/app-error.ts';

/** @returns confirmation_expired, confirmation_failed or email_belongs_to_another for a link that does not work. */
export function confirmationRefusal({ kind }: RefusedConfirmation): AppError {
  switch (kind) {
    case 'expired':
      return new AppError('confirmation_expired');
    case 'email-belongs-to-another':
      return new AppError('email_belongs_to_another');
    case 'used':
    case 'unknown':
      return new AppError('confirmation_failed');
  }
}
