import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './users.ts';

export const linkPurposes = ['confirm_email', 'magic_link', 'reset_password', 'login_code'] as const;

/** A single-use link sent by mail; only its hash is kept. */
export const linkTokens = sqliteTable(
  'link_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', { enum: linkPurposes }).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
    /** Which request used it: lets the other statements of that request's batch know that they won. */
    usedBy: text('used_by'),
  },
  (table) => [
    // The resend rule asks for the newest link of a person and purpose.
    index('link_tokens_by_user').on(table.userId, table.purpose, table.createdAt),
  ],
);
