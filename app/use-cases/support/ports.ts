import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Ticket } from '#app/domain/help/ticket.ts';
import type { MailMessage } from '#app/domain/mail/messages.ts';

/** A ticket's row; the attachment has no key when it could not be kept. */
export interface NewTicket {
  id: string;
  subject: string;
  body: string;
  attachment: { key: string | null; name: string; type: string; bytes: number } | null;
  formKey: string;
}

/** Tickets in the database; each method is one round trip. */
export interface TicketStore {
  /** @returns a person's own in the account they are in, the newest first. */
  listOwn(viewer: Viewer, limit: number): Promise<Ticket[]>;
  /** @returns where a person's own ticket's attachment is; null for anybody else's, and for a ticket without one. */
  attachmentOf(viewer: Viewer, ticketId: string): Promise<{ key: string; name: string; type: string } | null>;
  /**
   * Writes a ticket and its mails, unless its form was sent before or the counter is above its limit.
   * @returns the counter, and the form's ticket: this one, the one before, or none.
   */
  open(input: {
    now: number;
    viewer: Viewer;
    ticket: NewTicket;
    mails: readonly MailMessage[];
    key: string;
    rule: ThrottleRule;
  }): Promise<{ attempts: number; windowEndsAt: number; ticketId: string | null }>;
}

/** Where attachments are kept. Every method throws when the store does not answer. */
export interface AttachmentStore {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** @returns null when there is no such file. */
  get(key: string): Promise<{ content: ReadableStream; bytes: number } | null>;
  remove(key: string): Promise<void>;
}
