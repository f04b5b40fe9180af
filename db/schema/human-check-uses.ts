import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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
