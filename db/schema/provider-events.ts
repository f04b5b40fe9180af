import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Every event of the billing provider, stored unchanged and once, for a year, with or without an effect. */
export const providerEvents = sqliteTable(
  'provider_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    occurredAt: text('occurred_at').notNull(),
    receivedAt: integer('received_at').notNull(),
    /** The write that stored the event first, and caused the effects that follow from the event alone. */
    keptBy: text('kept_by').notNull().default(''),
    /** The kind of the event: a subscription, a transaction, a refund or its reversal, or why it has no effect. */
    outcome: text('outcome').notNull(),
    /** The refunded transaction of a refund, or the subscription of a resumption; its event may arrive later. */
    subject: text('subject'),
    body: text('body').notNull(),
  },
  (table) => [
    // Each new bill checks for an earlier refund.
    index('provider_events_by_subject').on(table.subject).where(sql`subject IS NOT NULL`),
    // The clean-up deletes rows by age.
    index('provider_events_by_age').on(table.receivedAt),
  ],
);

/** The position of a continuous reader. */
export const cursors = sqliteTable('cursors', {
  name: text('name').primaryKey(),
  position: text('position').notNull(),
});
