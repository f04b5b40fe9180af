import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { userId } from './owners.ts';

/** A passkey (WebAuthn credential): a second factor, or a sign-in by itself. Holds no secret. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The authenticator's id in base64url; no two people share one. */
    credentialId: text('credential_id').primaryKey(),
    /** Identifies the passkey in forms. */
    id: text('id').notNull(),
    userId: userId(),
    /** The name given by its person. */
    name: text('name').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter of the last use; stays 0 for synced passkeys. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    isBackedUp: integer('is_backed_up', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  // Each sign-in reads the passkeys of one person.
  (table) => [index('passkeys_by_user').on(table.userId)],
);
