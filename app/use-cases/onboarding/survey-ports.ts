import type { SurveyAnswer } from '#app/domain/account/survey.ts';

/** What was answered at set-up; writing it is `OnboardingStore`'s. */
export interface SurveyStore {
  /** @returns null while nobody answered. One round trip. */
  answerOf(accountId: string): Promise<SurveyAnswer | null>;
}
