import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accountId, userId } from './owners.ts';

/** A signed-in browser. Only the token's hash is stored, so a copy of the database signs nobody in. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** Identifies the session on its person's account page; proves nothing. */
    id: text('id').notNull().default(''),
    userId: userId(),
    accountId: accountId(),
    userAgent: text('user_agent').notNull(),
    /** The IP address of the sign-in, and its place if the edge knows it. */
    address: text('address').notNull().default(''),
    place: text('place'),
    createdAt: integer('created_at').notNull(),
    /**
     * Whether the session waits for the second factor, and until then signs nobody in. The statement that creates the
     * session sets it, so that no sign-in can omit it.
     */
    isFactorDue: integer('is_factor_due', { mode: 'boolean' }).notNull().default(false),
    /** When the person last proved their identity, UTC ms; 0 for never. Sensitive changes require a recent proof. */
    provedAt: integer('proved_at').notNull().default(0),
    /** Updated at most once an hour, so that a page view costs no write. */
    lastSeenAt: integer('last_seen_at').notNull(),
  },
  (table) => [
    index('sessions_by_user').on(table.userId),
    // The deletion of an account finds its sessions.
    index('sessions_by_account').on(table.accountId),
    // The clean-up deletes rows by age.
    index('sessions_by_last_seen').on(table.lastSeenAt),
  ],
);
