import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import * as schema from '#db/schema/index.ts';

/** Tables with rows of an account that are deleted with a person, with the reason. */
const ofPeople: Record<string, string> = {
  api_tokens: 'A token acts as its person.',
  invitations: 'An invitation depends on the person who made it.',
  link_tokens: 'A link signs its person in.',
  memberships: 'The person’s place in the account.',
  sessions: 'A session acts as its person.',
  support_tickets: 'Only the person who wrote a ticket reads it.',
};

test('the deletion of a person deletes rows of an account only for a reason', () => {
  const deleted = Object.values(schema).flatMap((table) => {
    if (!is(table, SQLiteTable)) return [];
    const { columns, foreignKeys } = getTableConfig(table);
    const isOfAccount = columns.some(({ name }) => name === 'account_id');
    const cascades = foreignKeys.some(
      (key) => key.onDelete === 'cascade' && key.reference().foreignTable === schema.users,
    );
    return isOfAccount && cascades ? [getTableName(table)] : [];
  });
  expect(deleted.toSorted()).toEqual(Object.keys(ofPeople));
});
