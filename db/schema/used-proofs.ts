import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Proofs of a second factor that were used: a code of an app at its time step, a recovery code, the challenge of a passkey.
 * A second use is refused by the primary key, and the other statements of the batch ask here whether theirs was the first.
 */
export const usedProofs = sqliteTable(
  'used_proofs',
  {
    /** Such as `app:{id}:{step}`. */
    id: text('id').primaryKey(),
    /** The request that used it. */
    usedBy: text('used_by').notNull(),
    usedAt: integer('used_at').notNull(),
  },
  // Kept until none of them could be valid again, then deleted by age.
  (table) => [index('used_proofs_by_age').on(table.usedAt)],
);
