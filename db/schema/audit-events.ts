import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { auditKinds } from '../../app/domain/access/audit.ts';
import { roles } from '../../app/domain/access/roles.ts';

/** What happened to an account's security, for its owner to see; outlives the people it names. */
export const auditEvents = sqliteTable(
  'audit_events',
  {
    id: text('id').primaryKey(),
    at: integer('at').notNull(),
    accountId: text('account_id'),
    userId: text('user_id'),
    kind: text('kind', { enum: auditKinds }).notNull(),
    /** The e-mail of whom it concerns, when that is not the person who did it; or a new e-mail. */
    subject: text('subject'),
    /** The role that was given. */
    role: text('role', { enum: roles }),
    address: text('address').notNull(),
    place: text('place'),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [
    // The Activity page reads an account's events from the newest on.
    index('audit_events_by_account').on(table.accountId, table.at, table.id),
    // The cron copies each minute's events out of the database, whatever account they are of.
    index('audit_events_by_time').on(table.at, table.id),
  ],
);
