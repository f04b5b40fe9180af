import { AppError } from '#app/domain/errors/app-error.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { ClientInfo } from '../client-info.ts';
import { hashToken, newId } from '../secrets.ts';
import type { RegistrationStore } from './ports.ts';

/**
 * Whoever holds the link: confirms the e-mail, which starts the workspace and the trial (design §4, "Flow").
 *
 * @param viewerId the signed-in person, if any: their own used link is no error but a second click.
 * @returns whose e-mail it is.
 * @throws AppError confirmation_expired, confirmation_failed (garbage, or used by another),
 *   email_belongs_to_another.
 */
export async function confirmEmail(
  ports: { clock: Clock; registrations: RegistrationStore },
  input: { token: string; viewerId: string | null; client: ClientInfo },
): Promise<{ userId: string }> {
  const outcome = await ports.registrations.confirm({
    now: ports.clock.now(),
    tokenHash: await hashToken(input.token),
    redemptionId: newId('req'),
    client: input.client,
  });
  switch (outcome.kind) {
    case 'confirmed':
      return { userId: outcome.userId };
    case 'used':
      if (outcome.userId === input.viewerId) return { userId: outcome.userId };
      throw new AppError('confirmation_failed');
    case 'expired':
      throw new AppError('confirmation_expired');
    case 'email-belongs-to-another':
      throw new AppError('email_belongs_to_another');
    case 'unknown':
      throw new AppError('confirmation_failed');
  }
}
