import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { companySizes, industries, workAreas } from '../../app/domain/account/survey-options.ts';
import { accounts } from './accounts.ts';
import { users } from './users.ts';

/** What the owner told about themselves at set-up (spec §3). */
export const surveyAnswers = sqliteTable('survey_answers', {
  // One answer an account; a corrected one replaces it.
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  workArea: text('work_area', { enum: workAreas }).notNull(),
  otherWorkArea: text('other_work_area'),
  codingSkills: integer('coding_skills').notNull(),
  companyIndustry: text('company_industry', { enum: industries }).notNull(),
  otherCompanyIndustry: text('other_company_industry'),
  companySize: text('company_size', { enum: companySizes }).notNull(),
  timezone: text('timezone').notNull(),
  answeredAt: integer('answered_at').notNull(),
});
