/** How many mails of one kind an inbox gets. Counted by what was admitted, in windows that slide. */
export interface MailLimit {
  perHour: number;
  /** Above this many within a day, one an hour is still admitted. */
  perDay: number;
  /** Of those within an hour, the share of one cause: a network, an account or a person. */
  perCause: number;
}

/**
 * Mails that anybody can cause who names an address. No network or account uses up the hour alone, and one mail an hour
 * always gets through: a reset link works for an hour, so its owner always holds one that works.
 */
export const unsolicitedMail: MailLimit = { perHour: 5, perDay: 15, perCause: 3 };
/** What a person is told of their own account. Ten alike within an hour say what an eleventh would. */
export const noticeMail: MailLimit = { perHour: 10, perDay: 40, perCause: 10 };

/** Marks the cause of a mail that its own recipient asked for, in a browser that they signed in with before. */
export const KNOWN_BROWSER = 'browser:';

/** @returns who caused a mail, as the outbox keeps it to count by. */
export function mailCause(kind: 'network' | 'account' | 'user', id: string): string {
  return `${kind}:${id}`;
}
