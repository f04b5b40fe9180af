import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { roles } from '../../app/domain/access/roles.ts';
import { users } from './accounts.ts';
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

/** An invitation of a teammate to an account. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    email: text('email').notNull(),
    emailNormalized: text('email_normalized').notNull(),
    role: text('role', { enum: roles }).notNull(),
    /** Hash of the mailed link's token; a resent invitation replaces the hash. */
    tokenHash: text('token_hash').notNull(),
    invitedBy: text('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    /** When the last mail was sent. */
    sentAt: integer('sent_at').notNull().default(0),
    expiresAt: integer('expires_at').notNull(),
    acceptedAt: integer('accepted_at'),
    /** The request that accepted the invitation, so that the other statements of its batch know that it won. */
    acceptedBy: text('accepted_by'),
  },
  // Inviting the same person twice is one invitation, so a double submit sends one mail.
  (table) => [
    uniqueIndex('invitations_account_email_unique').on(table.accountId, table.emailNormalized),
    // A link belongs to one invitation.
    uniqueIndex('invitations_token_unique').on(table.tokenHash),
    // The deletion of a person finds what they sent.
    index('invitations_by_inviter').on(table.invitedBy),
    // The clean-up deletes rows by age.
    index('invitations_by_expiry').on(table.expiresAt),
  ],
);

/**
 * People who were deleted with their last membership, for the events that they caused: an owner still reads who did what. A
 * database trigger writes them (`db/migrations/0021_former_users.sql`).
 */
export const formerUsers = sqliteTable(
  'former_users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** By the database's clock, UTC ms. */
    deletedAt: integer('deleted_at').notNull(),
  },
  // The clean-up deletes rows by age.
  (table) => [index('former_users_by_age').on(table.deletedAt)],
);
