import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';
import { users } from './users.ts';

/** A signed-in browser. Only the token's hash is kept: a copy of the database signs nobody in. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** Names it on its person's account page; proves nothing. */
    id: text('id').notNull().default(''),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent').notNull(),
    /** Where it signed in from: the IP address, and the place if the edge knew one. */
    address: text('address').notNull().default(''),
    place: text('place'),
    createdAt: integer('created_at').notNull(),
    /**
     * Whether the person still owes their second factor: until then the session signs nobody in. Written by the statement
     * that makes the session, so that no way of signing in can leave it out.
     */
    isFactorDue: integer('is_factor_due', { mode: 'boolean' }).notNull().default(false),
    /** When the person last proved who they are, UTC ms; 0 for never. What hurts asks for a recent proof. */
    provedAt: integer('proved_at').notNull().default(0),
    /** Moves at most once an hour, so that reading a page costs no write. */
    lastSeenAt: integer('last_seen_at').notNull(),
  },
  (table) => [
    index('sessions_by_user').on(table.userId),
    // The clean-up deletes by age.
    index('sessions_by_last_seen').on(table.lastSeenAt),
  ],
);
