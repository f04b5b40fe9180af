import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Permission } from '../../app/domain/access/roles.ts';
import { accounts } from './accounts.ts';
import { accountId, userId } from './owners.ts';

/** A signed-in browser. Only the token's hash is stored, so a copy of the database signs no one in. */
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
     * Whether the session waits for the second factor, and until then signs no one in. The statement that creates the
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

export const linkPurposes = [
  'confirm_email',
  'magic_link',
  'reset_password',
  'login_code',
  'change_email',
  'remove_second_factor',
  'keep_second_factor',
] as const;

/** A single-use link sent by mail, or a login code of a workspace; only its hash is stored. */
export const linkTokens = sqliteTable(
  'link_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', { enum: linkPurposes }).notNull(),
    userId: userId(),
    /** The account that a magic link or login code signs in to. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The new address of an e-mail change, as typed and as compared. */
    email: text('email'),
    emailNormalized: text('email_normalized'),
    createdAt: integer('created_at').notNull(),
    /** When the link starts to work, UTC ms; null for immediately. */
    validFrom: integer('valid_from'),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
    /** The request that used the link, so that the other statements of its batch know that it won. */
    usedBy: text('used_by'),
  },
  (table) => [
    // The resend rule reads the newest link of a person and purpose.
    index('link_tokens_by_user').on(table.userId, table.purpose, table.createdAt),
    // The deletion of an account finds its links.
    index('link_tokens_by_account').on(table.accountId),
    // The clean-up deletes rows by age.
    index('link_tokens_by_expiry').on(table.expiresAt),
  ],
);

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
    /** The token that the last sign-in replaced, and until when it is valid, UTC ms; null for a browser that signed in once. */
    previousTokenHash: text('previous_token_hash'),
    previousValidUntil: integer('previous_valid_until'),
  },
  (table) => [
    // People who share a browser share its cookie.
    primaryKey({ columns: [table.tokenHash, table.userId] }),
    // A browser whose last answer was lost presents its previous token.
    index('known_devices_by_previous_token').on(table.previousTokenHash),
    // A password reset forgets all of a person's devices.
    index('known_devices_by_user').on(table.userId),
    // The clean-up deletes rows by age.
    index('known_devices_by_last_seen').on(table.lastSeenAt),
  ],
);

/** A token for a person's scripts: for one account, limited to its scopes. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    accountId: accountId(),
    name: text('name').notNull(),
    /** The token itself is shown once and not stored. */
    tokenHash: text('token_hash').notNull(),
    scopes: text('scopes', { mode: 'json' }).$type<Permission[]>().notNull(),
    /** Null for a token that does not expire. */
    expiresAt: integer('expires_at'),
    lastUsedAt: integer('last_used_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    // Each request with a token finds its row by this hash.
    uniqueIndex('api_tokens_hash_unique').on(table.tokenHash),
    index('api_tokens_by_user').on(table.userId),
    // The deletion of an account finds its tokens.
    index('api_tokens_by_account').on(table.accountId),
    // The clean-up deletes rows by age.
    index('api_tokens_by_expiry').on(table.expiresAt),
  ],
);

/** The number of attempts in the current window; the authoritative counter behind the edge's rate limit. */
export const throttles = sqliteTable(
  'throttles',
  {
    /** The counter's subject and holder, such as `sign_in:account:{hash}`. */
    key: text('key').primaryKey(),
    windowStartedAt: integer('window_started_at').notNull(),
    count: integer('count').notNull(),
  },
  // The clean-up deletes rows by age.
  (table) => [index('throttles_by_age').on(table.windowStartedAt)],
);

/** Used human checks: the primary key refuses a second use. */
export const humanCheckUses = sqliteTable(
  'human_check_uses',
  {
    id: text('id').primaryKey(),
    /** The person whom the check registered: the same form posted twice finds the same account. */
    userId: text('user_id').notNull(),
    usedAt: integer('used_at').notNull(),
  },
  // Kept until the check itself has expired, then deleted by age.
  (table) => [index('human_check_uses_by_age').on(table.usedAt)],
);
