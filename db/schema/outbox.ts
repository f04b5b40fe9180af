import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Effects on others (a mail, a command to a workspace's object), written with the change that caused them, so that
 * a crash between the two loses nothing (design §3, "Effects are outboxed").
 */
export const outbox = sqliteTable(
  'outbox',
  {
    /** Also the receiver's idempotency key: a repeated delivery has no second effect. */
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    payload: text('payload', { mode: 'json' }).notNull(),
    /**
     * UTC ms. Of a trigger's row, when its session, token or membership began: triggers do not know the portal's clock. Of
     * `billing.move_customer`, and of `workspace.send_facts` after a change of a plan, the database's time.
     */
    createdAt: integer('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: integer('next_attempt_at').notNull(),
    /** When it was delivered, or closed undelivered. */
    deliveredAt: integer('delivered_at'),
    lastError: text('last_error'),
    /** The cause of a mail, such as `network:192.0.2.1`; null without a particular cause. */
    cause: text('cause'),
    /** The group and the inbox's hash of a limited mail; null before it is admitted. */
    limitKey: text('limit_key'),
    admittedAt: integer('admitted_at'),
  },
  (table) => [
    // Delivery reads only undelivered messages, however long the history grows.
    index('outbox_due').on(table.nextAttemptAt).where(sql`${table.deliveredAt} IS NULL`),
    // The clean-up deletes rows by age.
    index('outbox_delivered').on(table.deliveredAt).where(sql`${table.deliveredAt} IS NOT NULL`),
    // Counts the mails of an inbox.
    index('outbox_admitted').on(table.limitKey, table.admittedAt).where(sql`${table.limitKey} IS NOT NULL`),
  ],
);
