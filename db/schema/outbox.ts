import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Effects on others (a mail, a command to a workspace's object), written with the change that caused them, so that
 * a crash between the two loses nothing (design §3, "Effects are outboxed").
 */
export const outbox = sqliteTable(
  'outbox',
  {
    /** Also the idempotency key given to the receiver: a repeated delivery has no second effect. */
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    payload: text('payload', { mode: 'json' }).notNull(),
    createdAt: integer('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: integer('next_attempt_at').notNull(),
    deliveredAt: integer('delivered_at'),
    lastError: text('last_error'),
    /** Of a mail: who caused it, such as `network:192.0.2.1`; null where nobody in particular did. */
    cause: text('cause'),
    /** Of a mail that is limited per inbox: its group and the hash of its inbox; null before it is admitted. */
    limitKey: text('limit_key'),
    admittedAt: integer('admitted_at'),
  },
  (table) => [
    // Delivery looks only at what is undelivered, however long the history grows.
    index('outbox_due').on(table.nextAttemptAt).where(sql`${table.deliveredAt} IS NULL`),
    // Counts what an inbox got.
    index('outbox_admitted').on(table.limitKey, table.admittedAt).where(sql`${table.limitKey} IS NOT NULL`),
  ],
);
