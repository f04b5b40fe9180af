import { eq } from 'drizzle-orm';
import type { SurveyStore } from '#app/use-cases/onboarding/survey-ports.ts';
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

/** The answers to the survey, to be read again. */
export function surveyStore(db: Db): SurveyStore {
  return {
    async answerOf(accountId) {
      const rows = await db
        .select(surveyColumns)
        .from(surveyAnswers)
        .where(eq(surveyAnswers.accountId, accountId));
      return rows[0] ?? null;
    },
  };
}
