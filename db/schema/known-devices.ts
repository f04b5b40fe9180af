import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './users.ts';

/**
 * A browser that a person has signed in with before. Its sign-ins have a counter of their own, so that strangers who
 * guess a password do not lock its owner out (OWASP, "device cookies"). Only the cookie's hash is kept.
 */
export const knownDevices = sqliteTable(
  'known_devices',
  {
    tokenHash: text('token_hash').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    /** Names it on its person's security page; proves nothing. */
    id: text('id').notNull().default(''),
    /** The `User-Agent` it was remembered with. */
    userAgent: text('user_agent').notNull().default(''),
    /** Until when it is not asked for a second factor, UTC ms; null for a browser that was never remembered. */
    rememberedUntil: integer('remembered_until'),
  },
  (table) => [
    // People who share a browser share its cookie.
    primaryKey({ columns: [table.tokenHash, table.userId] }),
    // A reset password makes all of a person's devices strangers again.
    index('known_devices_by_user').on(table.userId),
    // The clean-up deletes by age.
    index('known_devices_by_last_seen').on(table.lastSeenAt),
  ],
);
