import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { userId } from './owners.ts';

/**
 * A browser in which a person signed in before. Its sign-ins have their own counter, so that strangers who guess a password
 * do not lock out its owner (OWASP, "device cookies"). Only the cookie's hash is stored.
 */
export const knownDevices = sqliteTable(
  'known_devices',
  {
    tokenHash: text('token_hash').notNull(),
    userId: userId(),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    /** Identifies the browser on its person's security page; proves nothing. */
    id: text('id').notNull().default(''),
    /** The browser's `User-Agent`. */
    userAgent: text('user_agent').notNull().default(''),
    /** Until then the browser needs no second factor, UTC ms; null for a browser that was never remembered. */
    rememberedUntil: integer('remembered_until'),
  },
  (table) => [
    // People who share a browser share its cookie.
    primaryKey({ columns: [table.tokenHash, table.userId] }),
    // A password reset forgets all of a person's devices.
    index('known_devices_by_user').on(table.userId),
    // The clean-up deletes rows by age.
    index('known_devices_by_last_seen').on(table.lastSeenAt),
  ],
);
