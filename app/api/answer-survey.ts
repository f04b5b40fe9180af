import { z } from 'zod';
import { surveySchema } from '#app/domain/account/survey.ts';
import { answerSurvey as saveSurvey } from '#app/use-cases/onboarding/answer-survey.ts';
import { surveyExample } from './answers/survey.ts';
import { caller, defineCall, fieldError, noContent } from './plumbing/call.ts';

/** An answer has null for a missing text; accepting null lets clients send back what they read. */
const otherText = (error: string) =>
  z
    .string({ error })
    .nullish()
    .transform((text) => text ?? undefined);

/** The form's fields and no other. A form only has texts; here a number is required. */
const body = z
  .strictObject({
    ...surveySchema.in.shape,
    otherWorkArea: otherText(fieldError('work_area_other')),
    otherCompanyIndustry: otherText(fieldError('industry_other')),
    codingSkills: z.number({ error: fieldError('choose_one') }),
  })
  .transform((answer): z.input<typeof surveySchema> => answer)
  .pipe(surveySchema);

export const answerSurvey = defineCall('POST /personalization-survey/answer', {
  who: caller('account:setup'),
  body: { schema: body, example: surveyExample },
  answers: { 204: noContent },
  async handle({ context, actor, body }) {
    await saveSurvey(context.services, actor, body);
  },
});
