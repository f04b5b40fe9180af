import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** The apps an account said it uses. */
export const selectedApps = sqliteTable(
  'selected_apps',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The catalogue entry's `name`. */
    app: text('app').notNull(),
  },
  // Choosing an app twice is choosing it.
  (table) => [primaryKey({ columns: [table.accountId, table.app] })],
);
