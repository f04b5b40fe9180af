import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Every event of the billing provider as it came, once, whether or not something followed from it. */
export const providerEvents = sqliteTable(
  'provider_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    occurredAt: text('occurred_at').notNull(),
    receivedAt: integer('received_at').notNull(),
    /** Which write kept it first: what follows from an event by itself follows then. */
    keptBy: text('kept_by').notNull().default(''),
    /** What it was taken for: a subscription, a transaction, a refund, or why nothing follows from it. */
    outcome: text('outcome').notNull(),
    /** Of a refund: the transaction it is of, which may come after it. */
    subject: text('subject'),
    body: text('body').notNull(),
  },
  // Each bill asks whether it was refunded before it came.
  (table) => [index('provider_events_by_subject').on(table.subject).where(sql`subject IS NOT NULL`)],
);

/** How far something has been read that is read on and on. */
export const cursors = sqliteTable('cursors', {
  name: text('name').primaryKey(),
  position: text('position').notNull(),
});
