import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Permission } from '../../app/domain/access/roles.ts';
import { accountId, userId } from './owners.ts';

/** A token for a person's scripts: for one account, limited to its scopes. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    accountId: accountId(),
    name: text('name').notNull(),
    /** The token itself is shown once and not stored. */
    tokenHash: text('token_hash').notNull(),
    scopes: text('scopes', { mode: 'json' }).$type<Permission[]>().notNull(),
    /** Null for a token that does not expire. */
    expiresAt: integer('expires_at'),
    lastUsedAt: integer('last_used_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    // Each request with a token finds its row by this hash.
    uniqueIndex('api_tokens_hash_unique').on(table.tokenHash),
    index('api_tokens_by_user').on(table.userId),
    // The deletion of an account finds its tokens.
    index('api_tokens_by_account').on(table.accountId),
    // The clean-up deletes rows by age.
    index('api_tokens_by_expiry').on(table.expiresAt),
  ],
);
