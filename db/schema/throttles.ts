import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** How often something happened in the present window; the authoritative counter behind the edge's rate limit. */
export const throttles = sqliteTable('throttles', {
  /** What is counted and for whom, such as `sign_in:account:{hash}`. */
  key: text('key').primaryKey(),
  windowStartedAt: integer('window_started_at').notNull(),
  count: integer('count').notNull(),
});
