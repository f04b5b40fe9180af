import { eq } from 'drizzle-orm';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import { surveyAnswers } from '../schema/index.ts';

/** The columns of an answer to the survey. */
export const surveyColumns = {
  ...pick(surveyAnswers, 'workArea', 'otherWorkArea', 'codingSkills', 'companyIndustry'),
  ...pick(surveyAnswers, 'otherCompanyIndustry', 'companySize', 'timezone'),
};

/** Reads answers to the survey; `onboardingStore` writes them. */
export function surveyStore(db: Db) {
  return {
    /** @returns null before the survey is answered. One round trip. */
    async answerOf(accountId: string) {
      const rows = await db
        .select(surveyColumns)
        .from(surveyAnswers)
        .where(eq(surveyAnswers.accountId, accountId));
      return rows[0] ?? null;
    },
  };
}
