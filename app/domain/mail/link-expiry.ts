import { EMAIL_CHANGE_LIFETIME_MS, MAGIC_LINK_LIFETIME_MS, RESET_LIFETIME_MS } from '../access/links.ts';
import { REMOVAL_LIFETIME_MS } from '../access/second-factor.ts';
import { INVITATION_LIFETIME_MS } from '../account/invitation.ts';
import { CONFIRMATION_LIFETIME_MS } from '../account/registration-lifetime.ts';
import type { Mail } from './messages.ts';

type MailWithToken = Extract<Mail, { data: { token: string } }>['template'];

/** The lifetime of each mail's link, from the change that wrote both. */
const lifetimes = {
  confirm_email: CONFIRMATION_LIFETIME_MS,
  invitation: INVITATION_LIFETIME_MS,
  magic_link: MAGIC_LINK_LIFETIME_MS,
  reset_password: RESET_LIFETIME_MS,
  confirm_new_email: EMAIL_CHANGE_LIFETIME_MS,
} as const satisfies Record<MailWithToken, number>;

/**
 * @param createdAt when the mail was written to the outbox, UTC ms.
 * @returns when the mail's links stop working, UTC ms; null for a mail without one, and for one of
 *   a newer deployment. Null also for a final backup, whose link outlives every delivery.
 */
export function linkExpiryOf(mail: Mail, createdAt: number): number | null {
  // A second request of a removal keeps the dates of the first one.
  if (mail.template === 'second_factor_removal_requested') return mail.data.validFrom + REMOVAL_LIFETIME_MS;
  if (!Object.hasOwn(lifetimes, mail.template)) return null;
  return createdAt + lifetimes[mail.template as MailWithToken];
}
