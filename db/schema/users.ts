import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** A person. Pending until the e-mail is confirmed; a pending person expires (design §4, "Registration"). */
export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    /** The person signs in by it as by the e-mail; an owner's user name is the account's name. */
    username: text('username').notNull(),
    name: text('name').notNull(),
    /** As typed, for mails. */
    email: text('email').notNull(),
    /** As compared: `normalizeEmail` of the domain. */
    emailNormalized: text('email_normalized').notNull(),
    passwordHash: text('password_hash').notNull(),
    wantsNewsletter: integer('wants_newsletter', { mode: 'boolean' }).notNull(),
    confirmedAt: integer('confirmed_at'),
    /** When the last confirmation mail was requested; the next must wait (design §4, 429 within 60 s). */
    confirmationSentAt: integer('confirmation_sent_at').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When a second factor was last added or removed, UTC ms; the secret of the next authenticator app is derived from it. */
    factorsChangedAt: integer('factors_changed_at').notNull().default(0),
  },
  (table) => [
    // Sign-in by user name must find one person.
    uniqueIndex('users_username_unique').on(table.username),
    // An e-mail belongs to the first person who confirms it; any number of pending registrations can share it.
    uniqueIndex('users_confirmed_email_unique')
      .on(table.emailNormalized)
      .where(sql`${table.confirmedAt} IS NOT NULL`),
    // The clean-up of expired registrations reads only pending ones.
    index('users_pending_by_age').on(table.confirmationSentAt).where(sql`${table.confirmedAt} IS NULL`),
  ],
);
