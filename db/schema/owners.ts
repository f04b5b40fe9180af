import { text } from 'drizzle-orm/sqlite-core';
import { accounts, users } from './accounts.ts';

/** The column of the user who owns the row, which is deleted with them. */
export function userId() {
  return text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
}

/** The column of the account that owns the row, which is deleted with the account. */
export function accountId() {
  return text('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });
}
