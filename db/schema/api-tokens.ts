import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Permission } from '../../app/domain/access/roles.ts';
import { accounts } from './accounts.ts';
import { users } from './users.ts';

/** What a person's scripts sign in with: for one account, and for no more than its scopes. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The token itself is shown once and not kept. */
    tokenHash: text('token_hash').notNull(),
    scopes: text('scopes', { mode: 'json' }).$type<Permission[]>().notNull(),
    /** Null for one that does not expire. */
    expiresAt: integer('expires_at'),
    lastUsedAt: integer('last_used_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    // Each request with one looks it up.
    uniqueIndex('api_tokens_hash_unique').on(table.tokenHash),
    index('api_tokens_by_user').on(table.userId),
  ],
);
