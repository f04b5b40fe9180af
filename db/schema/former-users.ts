import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * People who were deleted with their last membership, for the events that they caused: an owner still reads who did what. A
 * database trigger writes them (`db/migrations/0021_former_users.sql`).
 */
export const formerUsers = sqliteTable(
  'former_users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** By the database's clock, UTC ms. */
    deletedAt: integer('deleted_at').notNull(),
  },
  // The clean-up deletes rows by age.
  (table) => [index('former_users_by_age').on(table.deletedAt)],
);
