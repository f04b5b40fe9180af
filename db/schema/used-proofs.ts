import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Used proofs of a second factor: an app's code at its time step, a recovery code, or a passkey's challenge. The primary
 * key refuses a second use. The other statements of a batch read here whether their request was the first.
 */
export const usedProofs = sqliteTable(
  'used_proofs',
  {
    /** Such as `app:{id}:{step}`. */
    id: text('id').primaryKey(),
    /** The request that used the proof. */
    usedBy: text('used_by').notNull(),
    usedAt: integer('used_at').notNull(),
  },
  // Deleted by age, once the proofs have expired.
  (table) => [index('used_proofs_by_age').on(table.usedAt)],
);
