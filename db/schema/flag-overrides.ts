import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** Where an account's feature flag differs from the configuration. */
export const flagOverrides = sqliteTable(
  'flag_overrides',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    flag: text('flag').notNull(),
    /** JSON. */
    value: text('value').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.flag] })],
);
