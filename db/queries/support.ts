import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Throttle } from '#app/domain/access/throttle-rules.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Mail } from '#app/domain/mail/messages.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import { read, type ViewerIds } from '../read.ts';
import { supportTickets } from '../schema/index.ts';
import { outboxRow } from './outbox-row.ts';
import { countAttempt, isWithinLimit, readCounter } from './throttles.ts';

/** A ticket's row; the attachment has no key if it could not be stored. */
export interface NewTicket {
  id: string;
  subject: string;
  body: string;
  attachment: { key: string | null; name: string; type: string; bytes: number } | null;
  formKey: string;
}

/** Support tickets; each method is one round trip. */
export function ticketStore(db: Db) {
  const isOwn = ({ userId, accountId }: ViewerIds) =>
    and(eq(supportTickets.userId, userId), eq(supportTickets.accountId, accountId));

  return {
    /** @returns the viewer's own tickets in their current account, newest first. */
    listOwn(ids: ViewerIds, limit: number) {
      const tickets = db
        .select({
          ...pick(supportTickets, 'id', 'subject', 'createdAt'),
          key: supportTickets.attachmentKey,
          name: supportTickets.attachmentName,
          bytes: supportTickets.attachmentBytes,
        })
        .from(supportTickets)
        .where(isOwn(ids))
        .orderBy(desc(supportTickets.createdAt), desc(supportTickets.id))
        .limit(limit);
      return read(db, { tickets }, (rows) =>
        rows.tickets.map(({ key, name, bytes, ...ticket }) => ({
          ...ticket,
          attachment: name === null || bytes === null ? null : { name, bytes, isKept: key !== null },
        })),
      );
    },

    /** @returns the stored file of the viewer's own ticket; null without an attachment, and for another person's ticket. */
    async attachmentOf(ids: ViewerIds, ticketId: string) {
      const rows = await db
        .select({
          key: supportTickets.attachmentKey,
          name: supportTickets.attachmentName,
          type: supportTickets.attachmentType,
        })
        .from(supportTickets)
        .where(and(isOwn(ids), eq(supportTickets.id, ticketId), isNotNull(supportTickets.attachmentKey)));
      const { key, name, type } = rows[0] ?? { key: null, name: null, type: null };
      return key === null || name === null || type === null ? null : { key, name, type };
    },

    /**
     * Writes a ticket and its mails, unless its form was sent before or the counter exceeds its limit.
     * @returns the counter, and the form's ticket: this one, the earlier one, or null.
     */
    async open(input: {
      now: number;
      viewer: Viewer;
      ticket: NewTicket;
      mails: readonly Mail[];
      throttle: Throttle;
    }) {
      const { now, viewer, ticket, mails, throttle } = input;
      const { attachment } = ticket;
      const ofForm = and(
        eq(supportTickets.accountId, viewer.account.id),
        eq(supportTickets.idempotencyKey, ticket.formKey),
      );
      const isMine = sql`EXISTS (SELECT 1 FROM ${supportTickets} WHERE ${supportTickets.id} = ${ticket.id})`;
      const { attempts, found } = await db.batch({
        attempts: countAttempt(db, throttle, now),
        ticket:
          db.run(sql`INSERT INTO ${supportTickets} (id, account_id, user_id, subject, body, attachment_key,
            attachment_name, attachment_type, attachment_bytes, idempotency_key, created_at)
          SELECT ${ticket.id}, ${viewer.account.id}, ${viewer.user.id}, ${ticket.subject}, ${ticket.body},
            ${attachment?.key ?? null}, ${attachment?.name ?? null}, ${attachment?.type ?? null},
            ${attachment?.bytes ?? null}, ${ticket.formKey}, ${now} WHERE ${isWithinLimit(throttle)}
          ON CONFLICT DO NOTHING`),
        found: db.select({ id: supportTickets.id }).from(supportTickets).where(ofForm),
        mails: mails.map((payload) => outboxRow(db, { kind: 'mail', payload, now, where: isMine })),
      });
      return { ...readCounter(attempts, throttle.rule), ticketId: found[0]?.id ?? null };
    },
  };
}

export type TicketStore = ReturnType<typeof ticketStore>;
