import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { userId } from './owners.ts';

/** Codes that replace a lost second factor; each is deleted when used. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: userId(),
    codeHash: text('code_hash').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);
