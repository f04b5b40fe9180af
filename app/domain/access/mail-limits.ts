/** How many mails of one kind an inbox gets. Sliding windows count the mails that were sent. */
export interface MailLimit {
  perHour: number;
  /** Beyond this number in a day, the inbox still gets one mail an hour. */
  perDay: number;
  /** How many of the hour's mails one cause can use: a network, an account or a person. */
  perCause: number;
}

/**
 * Mails that anyone can cause by typing an address. No single network or account can use up the hour. One mail an
 * hour always gets through: a reset link works for an hour, so the owner always has a working one.
 */
export const unsolicitedMail: MailLimit = { perHour: 5, perDay: 15, perCause: 3 };
/** Notices about a person's own account. An eleventh within an hour would say nothing new. */
export const noticeMail: MailLimit = { perHour: 10, perDay: 40, perCause: 10 };

/** Prefix of the cause when the recipient requests the mail in a browser that they signed in with before. */
export const KNOWN_BROWSER = 'browser:';

/** @returns the cause of a mail, as the outbox stores it for these limits. */
export function mailCause(kind: 'network' | 'account' | 'user', id: string): string {
  return `${kind}:${id}`;
}
