import { hashToken, isToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { PendingPerson, RefusedConfirmation } from '#app/domain/account/confirmation.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import type { Services } from '../services.ts';

type Ports = Pick<Services, 'clock' | 'registrations'>;

const refusals = {
  expired: 'confirmation_expired',
  'email-belongs-to-another': 'email_belongs_to_another',
  used: 'confirmation_failed',
  unknown: 'confirmation_failed',
} as const;

/** @returns the error of a link that does not work. */
export function confirmationRefusal({ kind }: RefusedConfirmation): AppError {
  return new AppError(refusals[kind]);
}

/**
 * The browser that registered: confirms the e-mail, which starts the workspace and the trial (design §4, "Flow").
 * @param session of the signed-in person, if any: a second click on their own used link is not an error.
 * @throws AppError confirmation_needs_password (with its field) for any session but the registration's,
 *   confirmation_expired, confirmation_failed for an unknown link or one that another person used,
 *   email_belongs_to_another, trial_setup_failed.
 */
export async function confirmEmail(
  ports: Ports,
  input: { token: string; session: { userId: string; tokenHash: string } | null; client: ClientInfo },
): Promise<{ userId: string }> {
  const { session, client } = input;
  const tokenHash = await hashToken(input.token);
  const by = { kind: 'registrant', sessionTokenHash: session?.tokenHash ?? null } as const;
  const outcome = await withErrorCode('trial_setup_failed', () =>
    ports.registrations.confirm({ now: ports.clock.now(), tokenHash, by, client }),
  );
  if (outcome.kind === 'confirmed') return { userId: outcome.userId };
  if (outcome.kind === 'needs-password') {
    throw new AppError('confirmation_needs_password', {
      fields: { password: fieldError('password_required') },
    });
  }
  if (outcome.kind === 'used' && outcome.userId === session?.userId) return { userId: outcome.userId };
  throw confirmationRefusal(outcome);
}

/**
 * Anyone with the link: reads what the link's page must ask for, and confirms nothing.
 * @param sessionTokenHash of the browser's session; null without one.
 * @returns the registration's person if the browser must choose a password; null if the button suffices, also
 *   for a link that does not work: the click reports that.
 */
export async function readConfirmation(
  ports: Ports,
  input: { token: string; sessionTokenHash: string | null },
): Promise<PendingPerson | null> {
  if (!isToken(input.token)) return null;
  const pending = await ports.registrations.pendingConfirmation({
    now: ports.clock.now(),
    tokenHash: await hashToken(input.token),
    sessionTokenHash: input.sessionTokenHash,
  });
  return pending === null || pending.isRegistrant ? null : pending.person;
}
