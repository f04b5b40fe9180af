import { survey, surveyExample } from './answers/survey.ts';
import { AppError, caller, defineCall, json } from './plumbing/call.ts';

/** Spec §7: 404 before the survey is answered. */
export const getSurveyAnswer = defineCall('GET /personalization-survey/answer', {
  who: caller('account:setup'),
  answers: { 200: json(survey, surveyExample) },
  refusals: ['survey_not_answered'],
  failure: 'survey_not_loaded',
  async handle({ context, viewer }) {
    const answer = await context.services.surveys.answerOf(viewer.account.id);
    if (!answer) throw new AppError('survey_not_answered');
    return answer;
  },
});
