import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { userId } from './owners.ts';

/** An authenticator app as a second factor (RFC 6238). A row exists once the app has shown a valid code. */
export const authenticatorApps = sqliteTable(
  'authenticator_apps',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    /** The name given by its person. */
    name: text('name').notNull(),
    /** The shared secret, encrypted (`app/crypto/key-ring.ts`): a copy of the database cannot compute codes. */
    secret: text('secret').notNull(),
    /** Hash of the secret: the same setup finished in two tabs adds one app. */
    secretHash: text('secret_hash').notNull(),
    /** How many 30 s steps the app's clock is ahead (RFC 6238, section 6). */
    drift: integer('drift').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [
    // Each sign-in reads the apps of one person.
    index('authenticator_apps_by_user').on(table.userId),
    // The cron finds the secrets that an older key sealed, each minute: its version is how they begin.
    index('authenticator_apps_by_key').on(table.secret),
    uniqueIndex('authenticator_apps_secret_unique').on(table.secretHash),
  ],
);
