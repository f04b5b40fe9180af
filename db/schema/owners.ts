import { text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';
import { users } from './users.ts';

/** The column of the person whose row this is, which is deleted with them. */
export function userId() {
  return text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
}

/** The column of the account whose row this is, which is deleted with the account. */
export function accountId() {
  return text('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });
}
