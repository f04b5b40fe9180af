import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { roles } from '../../app/domain/access/roles.ts';
import { accounts } from './accounts.ts';
import { users } from './users.ts';

/** A teammate asked to join an account. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    emailNormalized: text('email_normalized').notNull(),
    role: text('role', { enum: roles }).notNull(),
    /** Of the link in the mail; a resent invitation replaces it. */
    tokenHash: text('token_hash').notNull(),
    invitedBy: text('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    /** The last mail. */
    sentAt: integer('sent_at').notNull().default(0),
    expiresAt: integer('expires_at').notNull(),
    acceptedAt: integer('accepted_at'),
    /** Which request accepted it: lets the other statements of that request's batch know that they won. */
    acceptedBy: text('accepted_by'),
  },
  // Asking the same person twice is one invitation, so a double submit sends one mail.
  (table) => [
    uniqueIndex('invitations_account_email_unique').on(table.accountId, table.emailNormalized),
    // A link leads to one invitation.
    uniqueIndex('invitations_token_unique').on(table.tokenHash),
  ],
);
