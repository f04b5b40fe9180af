import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Services } from '../services.ts';

/**
 * The signed-in, unconfirmed person: deletes their registration, as after a mistyped e-mail. They can register with the same
 * account name again at once; the link that was mailed confirms nothing. A confirmed person keeps everything.
 */
export async function withdrawRegistration(
  { registrations }: Pick<Services, 'registrations'>,
  viewer: Viewer,
): Promise<void> {
  if (viewer.progress.confirmedAt === null) await registrations.withdraw(viewer.user.id);
}
