import { AppError } from '#app/domain/errors/app-error.ts';
import { orElse, privately } from '#app/http/account-answer.ts';
import { caller } from '#app/http/admission.ts';
import { parseBody, readJsonObject } from '#app/http/api.ts';
import { surveyBody } from '#app/http/api-bodies/set-up.ts';
import { api } from '#app/http/handlers.ts';
import { answerSurvey } from '#app/use-cases/onboarding/answer-survey.ts';

const allow = 'GET, HEAD, POST';

/** `GET /personalization-survey/answer` (spec §7): 404 before it is answered. */
export const loader = api(
  caller('account:setup'),
  async ({ context, viewer }) => {
    const answer = await orElse('survey_not_loaded', () =>
      context.services.surveys.answerOf(viewer.account.id),
    );
    if (!answer) throw new AppError('survey_not_answered');
    return Response.json(answer, { headers: privately });
  },
  { allow },
);

/** `POST /personalization-survey/answer` (spec §7). */
export const action = api(
  caller('account:setup'),
  async ({ request, context, viewer }) => {
    const answer = parseBody(surveyBody, await readJsonObject(request));
    await answerSurvey(context.services, viewer, answer);
    context.deliverSoon();
    return new Response(null, { status: 204 });
  },
  { methods: 'POST', allow },
);
