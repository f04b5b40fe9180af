import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';
import { userId } from './owners.ts';

export const linkPurposes = [
  'confirm_email',
  'magic_link',
  'reset_password',
  'login_code',
  'change_email',
  'remove_second_factor',
  'keep_second_factor',
] as const;

/** A single-use link sent by mail, or a login code of a workspace; only its hash is stored. */
export const linkTokens = sqliteTable(
  'link_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', { enum: linkPurposes }).notNull(),
    userId: userId(),
    /** The account that a magic link or login code signs in to. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The new address of an e-mail change, as typed and as compared. */
    email: text('email'),
    emailNormalized: text('email_normalized'),
    createdAt: integer('created_at').notNull(),
    /** When the link starts to work, UTC ms; null for immediately. */
    validFrom: integer('valid_from'),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
    /** The request that used the link, so that the other statements of its batch know that it won. */
    usedBy: text('used_by'),
  },
  (table) => [
    // The resend rule reads the newest link of a person and purpose.
    index('link_tokens_by_user').on(table.userId, table.purpose, table.createdAt),
    // The deletion of an account finds its links.
    index('link_tokens_by_account').on(table.accountId),
    // The clean-up deletes rows by age.
    index('link_tokens_by_expiry').on(table.expiresAt),
  ],
);
