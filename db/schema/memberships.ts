import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { roles } from '../../app/domain/access/roles.ts';
import { accounts } from './accounts.ts';
import { users } from './users.ts';

/** Who belongs to an account, and as what. */
export const memberships = sqliteTable(
  'memberships',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    role: text('role', { enum: roles }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    // One role per person and account.
    primaryKey({ columns: [table.userId, table.accountId] }),
    index('memberships_by_account').on(table.accountId),
  ],
);
