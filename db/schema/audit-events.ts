import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AuditKind } from '../../app/domain/access/audit.ts';
import { roles } from '../../app/domain/access/roles.ts';

/** Changes of an account, for its owner; the rows outlive the people they name. */
export const auditEvents = sqliteTable(
  'audit_events',
  {
    id: text('id').primaryKey(),
    at: integer('at').notNull(),
    accountId: text('account_id'),
    userId: text('user_id'),
    kind: text('kind').$type<AuditKind>().notNull(),
    /** The person or thing concerned (`AuditEvent.subject`), unless that is the actor. */
    subject: text('subject'),
    /** The new role. */
    role: text('role', { enum: roles }),
    address: text('address').notNull(),
    place: text('place'),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [
    // The Activity page reads an account's events, newest first.
    index('audit_events_by_account').on(table.accountId, table.at, table.id),
    // The same for one person, without a scan of the account's other events.
    index('audit_events_by_person').on(table.accountId, table.userId, table.at, table.id),
    // The cron copies each minute's events of all accounts out of the database.
    index('audit_events_by_time').on(table.at, table.id),
  ],
);
