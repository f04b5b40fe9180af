import { hashToken, newToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { EMAIL_CHANGE_LIFETIME_MS } from '#app/domain/access/links.ts';
import { hasSecondFactor } from '#app/domain/access/second-factor.ts';
import { throttleOf } from '#app/domain/access/throttle-rules.ts';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import type { Actor } from '../record-acts.ts';
import { requireRecentProof } from '../second-factor/recent-proof.ts';
import type { Services } from '../services.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';
import { refuseUnlessDone } from './link-refusal.ts';
import { verifyCurrentPassword } from './verify-current-password.ts';

type Ports = Pick<Services, 'clock' | 'credentials' | 'passwords' | 'sessions'>;

/**
 * The signed-in person: requests another e-mail, proved by a link sent to it. A mail informs the current
 * address. An address of another person gets the same answer.
 * @throws AccessUnconfirmed; AppError invalid_form for the current e-mail (spec §5), password_wrong, too_many_attempts,
 *   session_expired if the session ended while the password was checked.
 */
export async function requestEmailChange(
  ports: Ports,
  actor: Actor,
  form: { email: string; password: string },
): Promise<void> {
  const { viewer } = actor;
  const emailNormalized = normalizeEmail(form.email);
  if (emailNormalized === normalizeEmail(viewer.user.email)) {
    throw new AppError('invalid_form', { fields: { email: fieldError('email_same') } });
  }
  // The form itself asks for the password; a person with a second factor must have proved that too.
  if (hasSecondFactor(viewer.user.factors)) requireRecentProof(ports, viewer);
  await verifyCurrentPassword(ports, actor, form.password);
  const now = ports.clock.now();
  const token = newToken();
  const { isSessionOpen, ...counted } = await ports.credentials.requestEmailChange({
    now,
    ...actor,
    email: form.email,
    emailNormalized,
    token,
    tokenHash: await hashToken(token),
    expiresAt: now + EMAIL_CHANGE_LIFETIME_MS,
    throttle: throttleOf('email_change:user', viewer.user.id),
  });
  if (!isSessionOpen) throw new AppError('session_expired');
  refuseWhenThrottled(counted, ports.clock);
}

/**
 * Anyone with the link sent to the new address: makes it the person's e-mail.
 * @throws AppError link_expired, link_invalid, email_belongs_to_another.
 */
export async function confirmEmailChange(
  ports: Ports,
  { token, client }: { token: string; client: ClientInfo },
): Promise<void> {
  const redemption = { now: ports.clock.now(), client, tokenHash: await hashToken(token) };
  const outcome = await ports.credentials.changeEmail(redemption);
  if (outcome === 'email-belongs-to-another') throw new AppError('email_belongs_to_another');
  refuseUnlessDone(outcome);
}
