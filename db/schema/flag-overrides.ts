import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accountId } from './owners.ts';

/** An account's value of a feature flag, which overrides the configuration. */
export const flagOverrides = sqliteTable(
  'flag_overrides',
  {
    accountId: accountId(),
    flag: text('flag').notNull(),
    /** JSON. */
    value: text('value').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.flag] })],
);
