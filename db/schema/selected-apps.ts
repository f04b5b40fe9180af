import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accountId } from './owners.ts';

/** The apps that an account uses, as selected at setup. */
export const selectedApps = sqliteTable(
  'selected_apps',
  {
    accountId: accountId(),
    /** The catalogue entry's `name`. */
    app: text('app').notNull(),
  },
  // Selecting an app twice has no further effect.
  (table) => [primaryKey({ columns: [table.accountId, table.app] })],
);
