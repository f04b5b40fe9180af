import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';
import { users } from './users.ts';

export const linkPurposes = [
  'confirm_email',
  'magic_link',
  'reset_password',
  'login_code',
  'change_email',
  'remove_second_factor',
  'keep_second_factor',
] as const;

/** A single-use link sent by mail, or a workspace's code; only its hash is kept. */
export const linkTokens = sqliteTable(
  'link_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', { enum: linkPurposes }).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of a magic link and a code: the account it signs in to. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** Of an e-mail change: the new address, as typed and as compared. */
    email: text('email'),
    emailNormalized: text('email_normalized'),
    createdAt: integer('created_at').notNull(),
    /** From when the link works, UTC ms; null for at once. */
    validFrom: integer('valid_from'),
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
