import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What happened to an account's security, for its owner to see; outlives the people it names. */
export const auditEvents = sqliteTable(
  'audit_events',
  {
    id: text('id').primaryKey(),
    at: integer('at').notNull(),
    accountId: text('account_id'),
    userId: text('user_id'),
    kind: text('kind').notNull(),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [index('audit_events_by_account').on(table.accountId, table.at)],
);
