import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Human checks that were redeemed: a second use of one is refused by the primary key. */
export const humanCheckUses = sqliteTable(
  'human_check_uses',
  {
    id: text('id').primaryKey(),
    /** Whom it registered: the same form posted twice at once leads to the same account. */
    userId: text('user_id').notNull(),
    usedAt: integer('used_at').notNull(),
  },
  // Kept until the check itself has expired, then deleted by age.
  (table) => [index('human_check_uses_by_age').on(table.usedAt)],
);
