import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { accountId, userId } from './owners.ts';

/** Support tickets; their mails are in the outbox. */
export const supportTickets = sqliteTable(
  'support_tickets',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    userId: userId(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** The key in R2; null without an attachment, or if it could not be stored. */
    attachmentKey: text('attachment_key'),
    attachmentName: text('attachment_name'),
    attachmentType: text('attachment_type'),
    attachmentBytes: integer('attachment_bytes'),
    /** The form's key: a form that is sent twice creates one ticket. */
    idempotencyKey: text('idempotency_key').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('support_tickets_key_unique').on(table.accountId, table.idempotencyKey),
    // Lists a person's own tickets, newest first.
    index('support_tickets_by_user').on(table.userId, table.createdAt),
  ],
);
