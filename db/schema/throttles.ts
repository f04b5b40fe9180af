import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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
