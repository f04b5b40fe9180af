import { eq } from 'drizzle-orm';
import type { SurveyAnswer } from '#app/domain/account/survey.ts';
import type { Db } from '../client.ts';
import { surveyAnswers } from '../schema/index.ts';

/** What an answer to the survey is read by. */
export const surveyColumns = {
  workArea: surveyAnswers.workArea,
  otherWorkArea: surveyAnswers.otherWorkArea,
  codingSkills: surveyAnswers.codingSkills,
  companyIndustry: surveyAnswers.companyIndustry,
  otherCompanyIndustry: surveyAnswers.otherCompanyIndustry,
  companySize: surveyAnswers.companySize,
  timezone: surveyAnswers.timezone,
};

/** The answers to the survey, to be read again; writing them is `onboardingStore`. */
export function surveyStore(db: Db) {
  return {
    /** @returns null while nobody answered. One round trip. */
    async answerOf(accountId: string): Promise<SurveyAnswer | null> {
      const rows = await db
        .select(surveyColumns)
        .from(surveyAnswers)
        .where(eq(surveyAnswers.accountId, accountId));
      return rows[0] ?? null;
    },
  };
}

export type SurveyStore = ReturnType<typeof surveyStore>;
