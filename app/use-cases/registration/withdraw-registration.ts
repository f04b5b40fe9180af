import type { Viewer } from '#app/domain/access/viewer.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import type { Services } from '../services.ts';

/**
 * The signed-in, unconfirmed person: deletes their registration, as after a mistyped e-mail. They can register with the same
 * account name again immediately; the link that was mailed confirms nothing.
 * @returns false for a person who has confirmed meanwhile, who keeps everything.
 * @throws AppError registration_not_withdrawn when nothing could be deleted.
 */
export async function withdrawRegistration(
  { registrations }: Pick<Services, 'registrations'>,
  viewer: Viewer,
): Promise<boolean> {
  return withErrorCode('registration_not_withdrawn', () => registrations.withdraw(viewer.user.id));
}
