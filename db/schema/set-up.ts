import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { companySizes, industries, workAreas } from '../../app/domain/account/survey-options.ts';
import { users } from './accounts.ts';
import { accountId } from './owners.ts';

/** The account's answers to the survey at setup (spec §3). */
export const surveyAnswers = sqliteTable(
  'survey_answers',
  {
    // One answer per account; a corrected answer replaces it.
    accountId: accountId().primaryKey(),
    /** Who gave them; null after that person was deleted. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    workArea: text('work_area', { enum: workAreas }).notNull(),
    otherWorkArea: text('other_work_area'),
    codingSkills: integer('coding_skills').notNull(),
    companyIndustry: text('company_industry', { enum: industries }).notNull(),
    otherCompanyIndustry: text('other_company_industry'),
    companySize: text('company_size', { enum: companySizes }).notNull(),
    timezone: text('timezone').notNull(),
    answeredAt: integer('answered_at').notNull(),
  },
  // The deletion of a person finds their answers.
  (table) => [index('survey_answers_by_user').on(table.userId)],
);

/** The apps that an account uses, as selected at setup. */
export const selectedApps = sqliteTable(
  'selected_apps',
  {
    accountId: accountId(),
    /** The catalogue entry's `name`. */
    app: text('app').notNull(),
  },
  // Selecting an app twice has no further effect.
  (table) => [primaryKey({ columns: [table.accountId, table.app] })],
);
