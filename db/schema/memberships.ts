import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { roles } from '../../app/domain/access/roles.ts';
import { accountId, userId } from './owners.ts';

/** The people of an account, with their roles. */
export const memberships = sqliteTable(
  'memberships',
  {
    userId: userId(),
    accountId: accountId(),
    role: text('role', { enum: roles }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    // One role per person and account.
    primaryKey({ columns: [table.userId, table.accountId] }),
    index('memberships_by_account').on(table.accountId),
  ],
);
