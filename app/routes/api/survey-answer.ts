import { z } from 'zod';
import { surveySchema } from '#app/domain/account/survey.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { orElse, privately } from '#app/http/account-answer.ts';
import { caller } from '#app/http/admission.ts';
import { parseBody, readJsonObject } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { answerSurvey } from '#app/use-cases/onboarding/answer-survey.ts';

/** Null is how an answer says that it has no such text, so that what was read can be sent back. */
const otherText = (error: string) =>
  z
    .string({ error })
    .nullish()
    .transform((text) => text ?? undefined);

/** The form's fields, and nothing else. A form has texts alone; here a number has to be one. */
const bodySchema = z
  .strictObject({
    ...surveySchema.in.shape,
    otherWorkArea: otherText(fieldError('work_area_other')),
    otherCompanyIndustry: otherText(fieldError('industry_other')),
    codingSkills: z.number({ error: fieldError('choose_one') }),
  })
  .transform((answer): z.input<typeof surveySchema> => answer)
  .pipe(surveySchema);

/** `GET /personalization-survey/answer` (spec §7): 404 before it is answered. */
export const loader = api(caller('account:setup'), async ({ context, viewer }) => {
  const answer = await orElse('survey_not_loaded', () =>
    context.services.surveys.answerOf(viewer.account.id),
  );
  if (!answer) throw new AppError('survey_not_answered');
  return Response.json(answer, { headers: privately });
});

/** `POST /personalization-survey/answer` (spec §7). */
export const action = api(
  caller('account:setup'),
  async ({ request, context, viewer }) => {
    const answer = parseBody(bodySchema, await readJsonObject(request));
    await answerSurvey(context.services, viewer, answer);
    context.deliverSoon();
    return new Response(null, { status: 204 });
  },
  { methods: 'POST' },
);
