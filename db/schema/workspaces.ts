import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** Which workspace an account has. Its status is not here: the workspace's Durable Object owns it (design §2). */
export const workspaces = sqliteTable(
  'workspaces',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The label before the portal's host. */
    name: text('name').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    // A host name leads to one workspace.
    uniqueIndex('workspaces_name_unique').on(table.name),
    // One workspace an account.
    uniqueIndex('workspaces_account_unique').on(table.accountId),
  ],
);
