import { AppError } from '#app/domain/errors/app-error.ts';
import { privately, userAnswer } from '#app/http/account-answer.ts';
import { anyone } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { confirmEmailBody } from '#app/http/api-bodies/auth.ts';
import { api } from '#app/http/handlers.ts';
import { confirmEmail } from '#app/use-cases/registration/confirm-email.ts';

/** `POST /auth/confirm-email` (spec §7): whoever holds the link of the mail. It signs nobody in. */
export const action = api(
  anyone,
  async ({ request, context }) => {
    const { token } = parseBody(confirmEmailBody, await readJsonObject(request));
    const { services, client } = context;
    const state = await context.viewer();
    const viewerId = state.kind === 'signed-in' ? state.viewer.user.id : null;
    const { userId } = await confirmEmail(services, { token, viewerId, client });
    context.deliverSoon();
    const person = await services.people.byId(userId);
    if (!person) throw new AppError('internal');
    return Response.json({ user: userAnswer(person) }, { headers: privately });
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
