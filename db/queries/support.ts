import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { TicketStore } from '#app/use-cases/support/ports.ts';
import type { Db } from '../client.ts';
import { supportTickets, throttles } from '../schema/index.ts';
import { mailBody, outboxRow } from './outbox-row.ts';
import { countAttempt, counted } from './throttles.ts';

/** What people asked support. */
export function ticketStore(db: Db): TicketStore {
  const isOwn = ({ user, account }: Viewer) =>
    and(eq(supportTickets.userId, user.id), eq(supportTickets.accountId, account.id));

  return {
    async listOwn(viewer, limit) {
      const rows = await db
        .select({
          id: supportTickets.id,
          subject: supportTickets.subject,
          createdAt: supportTickets.createdAt,
          key: supportTickets.attachmentKey,
          name: supportTickets.attachmentName,
          bytes: supportTickets.attachmentBytes,
        })
        .from(supportTickets)
        .where(isOwn(viewer))
        .orderBy(desc(supportTickets.createdAt), desc(supportTickets.id))
        .limit(limit);
      return rows.map(({ key, name, bytes, ...ticket }) => ({
        ...ticket,
        attachment: name === null || bytes === null ? null : { name, bytes, isKept: key !== null },
      }));
    },

    async attachmentOf(viewer, ticketId) {
      const rows = await db
        .select({
          key: supportTickets.attachmentKey,
          name: supportTickets.attachmentName,
          type: supportTickets.attachmentType,
        })
        .from(supportTickets)
        .where(and(isOwn(viewer), eq(supportTickets.id, ticketId), isNotNull(supportTickets.attachmentKey)));
      const { key, name, type } = rows[0] ?? { key: null, name: null, type: null };
      return key === null || name === null || type === null ? null : { key, name, type };
    },

    async open({ now, viewer, ticket, mails, key, rule }) {
      const { attachment } = ticket;
      const ofForm = and(
        eq(supportTickets.accountId, viewer.account.id),
        eq(supportTickets.idempotencyKey, ticket.formKey),
      );
      const isWithin = sql`(SELECT ${throttles.count} FROM ${throttles} WHERE ${throttles.key} = ${key})
        <= ${rule.limit}`;
      const isMine = sql`EXISTS (SELECT 1 FROM ${supportTickets} WHERE ${supportTickets.id} = ${ticket.id})`;
      const { attempts, found } = await db.batch({
        attempts: countAttempt(db, key, rule, now),
        ticket:
          db.run(sql`INSERT INTO ${supportTickets} (id, account_id, user_id, subject, body, attachment_key,
            attachment_name, attachment_type, attachment_bytes, idempotency_key, created_at)
          SELECT ${ticket.id}, ${viewer.account.id}, ${viewer.user.id}, ${ticket.subject}, ${ticket.body},
            ${attachment?.key ?? null}, ${attachment?.name ?? null}, ${attachment?.type ?? null},
            ${attachment?.bytes ?? null}, ${ticket.formKey}, ${now} WHERE ${isWithin}
          ON CONFLICT DO NOTHING`),
        found: db.select({ id: supportTickets.id }).from(supportTickets).where(ofForm),
        mails: mails.map((mail) => outboxRow(db, { ...mailBody(mail), now, where: isMine })),
      });
      return { ...counted(attempts, rule), ticketId: found[0]?.id ?? null };
    },
  };
}
