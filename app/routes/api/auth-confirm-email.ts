import { AppError } from '#app/domain/errors/app-error.ts';
import { privately, signedInAnswer, userAnswer } from '#app/http/account-answer.ts';
import { anyone } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { confirmEmailBody } from '#app/http/api-bodies/auth.ts';
import { presentTokenHash } from '#app/http/authenticator.ts';
import { api } from '#app/http/handlers.ts';
import { confirmElsewhere } from '#app/use-cases/registration/confirm-elsewhere.ts';
import { confirmEmail } from '#app/use-cases/registration/confirm-email.ts';

/**
 * `POST /auth/confirm-email` (spec §7): anyone who holds the mailed link. With the session of the registration the
 * token suffices, and nobody is signed in. With a password, which any other caller needs, the answer has a new session.
 */
export const action = api(
  anyone,
  async ({ request, context }) => {
    const { token, password, fullName } = parseBody(confirmEmailBody, await readJsonObject(request));
    const { services, client } = context;
    const state = await context.viewer();
    const session =
      state.kind === 'signed-in'
        ? { userId: state.viewer.user.id, tokenHash: state.viewer.session.tokenHash }
        : null;
    if (password !== undefined) {
      const present = await presentTokenHash(context);
      const input = { token, password, fullName: fullName ?? null, presentTokenHash: present, client };
      const signedIn = await confirmElsewhere(services, input);
      context.deliverSoon();
      return signedInAnswer(request, context, signedIn);
    }
    const { userId } = await confirmEmail(services, { token, session, client });
    context.deliverSoon();
    const person = await services.people.byId(userId);
    if (!person) throw new AppError('internal');
    return Response.json({ user: userAnswer(person) }, { headers: privately });
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
