import { DAY_MS } from '../time/clock.ts';

/** How long the delivery of a mail is retried; one whose link expires earlier is dropped then (`link-expiry.ts`). */
export const MAIL_TRIED_FOR_MS = 3 * DAY_MS;

/** The mail provider refuses a mail permanently, because of its content or recipient. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** A mail whose template this deployment does not know, as after a rollback: the newer one sends it. */
export class UnknownMail extends Error {
  override readonly name = 'UnknownMail';
}
