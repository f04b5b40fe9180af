import { requirePermission } from '#app/domain/access/require-permission.ts';
import type { SurveyAnswer } from '#app/domain/account/survey.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import type { Actor } from '../record-acts.ts';
import type { Services } from '../services.ts';

/**
 * The owner: answers the survey, which makes the account set up (design §4, "Flow"). A second answer replaces the
 * first.
 * @throws AppError forbidden; survey_not_saved when the database refuses the answer.
 */
export async function answerSurvey(
  ports: Pick<Services, 'clock' | 'onboarding'>,
  actor: Actor,
  answer: SurveyAnswer,
): Promise<void> {
  requirePermission(actor.viewer, 'account:setup');
  const act = { now: ports.clock.now(), ...actor, answer };
  await withErrorCode('survey_not_saved', () => ports.onboarding.saveSurvey(act));
}
