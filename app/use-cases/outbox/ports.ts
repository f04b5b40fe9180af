import type { MailLimit } from '#app/domain/access/mail-limits.ts';
import type { Mail, OutboxMessage } from '#app/domain/mail/messages.ts';

/** A mail that is counted against its inbox before it is sent. */
export interface CountedMail {
  id: string;
  /** Its group and the hash of its inbox. */
  limitKey: string;
  cause: string | null;
  limit: MailLimit;
}

/** The outbox in the database; each method is one round trip. */
export interface OutboxStore {
  /**
   * Takes due messages for this deliverer alone: each is not due again before its back-off, so a deliverer that dies
   * only delays what it held.
   */
  claim(now: number, limit: number): Promise<OutboxMessage[]>;
  /** Marks them and forgets their payload, which may hold a link's secret. */
  markDelivered(ids: readonly string[], now: number): Promise<void>;
  /**
   * Counts mails against their inboxes, one after the other. A mail that was admitted once stays so: a repeated delivery
   * is not counted twice.
   * @returns the ids of those that are within their limit.
   */
  admitMails(mails: readonly CountedMail[], now: number): Promise<string[]>;
  /** Closes mails over their limit unsent, and forgets their payload. */
  markDropped(ids: readonly string[], now: number): Promise<void>;
  markFailed(failures: ReadonlyArray<{ id: string; error: string }>): Promise<void>;
}

/** Keeps a line for who operates the portal. */
export type LogDroppedMail = (mail: { id: string; template: Mail['template']; limitKey: string }) => void;

/** The mail provider. */
export interface Mailer {
  /** @param idempotencyKey the same key sends one mail, however often it is given. */
  send(mail: Mail, idempotencyKey: string): Promise<void>;
}
