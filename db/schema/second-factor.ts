import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
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

/** Codes that replace a lost second factor; each is deleted when used. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: userId(),
    codeHash: text('code_hash').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/**
 * Used proofs of a second factor: an app's code at its time step, a recovery code, or a passkey's challenge. The primary
 * key refuses a second use. The other statements of a batch read here whether their request was the first.
 */
export const usedProofs = sqliteTable(
  'used_proofs',
  {
    /** Such as `app:{id}:{step}`. */
    id: text('id').primaryKey(),
    /** The request that used the proof. */
    usedBy: text('used_by').notNull(),
    usedAt: integer('used_at').notNull(),
  },
  // Deleted by age, once the proofs have expired.
  (table) => [index('used_proofs_by_age').on(table.usedAt)],
);
