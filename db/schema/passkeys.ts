import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './users.ts';

/** A passkey (WebAuthn credential): a second factor, and by itself a way to sign in. Holds no secret. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    /** Base64url, as the authenticator named it; no two people share one. */
    credentialId: text('credential_id').primaryKey(),
    /** Names it in forms. */
    id: text('id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What its person calls it. */
    name: text('name').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter of the last use; stays 0 for passkeys that are synced between devices. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    isBackedUp: integer('is_backed_up', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  // Each sign-in reads those of one person.
  (table) => [index('passkeys_by_user').on(table.userId)],
);
