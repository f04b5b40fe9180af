import { globSync, readFileSync } from 'node:fs';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import * as schema from '#db/schema/index.ts';

/** The sources of all queries: typed queries and SQL. */
const source = globSync('{db/queries/**/*.ts,db/*.ts,db/seed/*.ts,scripts/**/*.ts,workers/**/*.ts}')
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

/** Columns that no query reads, with their purpose. */
const writtenOnly: Record<string, string> = {
  'accounts.created_at': 'An operator dates an account by it.',
  'authenticator_apps.secret_hash': 'Its unique index refuses an app that is added twice.',
  'flag_overrides.updated_at': 'An operator sees since when an account differs.',
  'known_devices.created_at': 'Part of what a person may ask us about their data.',
  'link_tokens.created_at': 'Shows an operator when a link was asked for.',
  'recovery_codes.created_at': 'Part of what a person may ask us about their data.',
  'selected_apps.app': 'An answer of the setup, which those who plan the product read.',
  'survey_answers.answered_at': 'An answer of the setup, which those who plan the product read.',
  'users.wants_newsletter': 'The consent itself, read when the newsletter is sent.',
  'workspaces.created_at': 'An operator dates a workspace by it.',
};

const columns = Object.entries(schema).flatMap(([name, table]) => {
  if (!is(table, SQLiteTable)) return [];
  const isReadWhole = new RegExp(`\\.select\\(\\)\\s*\\.from\\(${name}\\)`).test(source);
  return Object.entries(getTableColumns(table)).map(([key, column]) => ({
    id: `${getTableName(table)}.${column.name}`,
    // A query names the column through its table object, by `pick`, or in SQL through an alias; `SET` and `INSERT` name a column bare.
    // A row called `new` belongs to a table that is named beside it.
    isRead:
      isReadWhole ||
      new RegExp(`\\b${name}\\.${key}\\b`).test(source) ||
      new RegExp(`\\bpick\\(\\s*${name},[^)]*'${key}'`).test(source) ||
      new RegExp(`\\b(?!excluded|new\\b)[a-z]+\\.${column.name}\\b`).test(source),
  }));
});

test('every column is read by a query, or has a reason', () => {
  const unread = columns.filter(({ isRead }) => !isRead).map(({ id }) => id);
  expect(unread.sort()).toEqual(Object.keys(writtenOnly));
});
