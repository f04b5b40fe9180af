import { orElse, signedInAnswer } from '#app/http/account-answer.ts';
import { anyone } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { loginBody } from '#app/http/api-bodies/auth.ts';
import { presentTokenHash } from '#app/http/authenticator.ts';
import { api } from '#app/http/handlers.ts';
import { signInWithFactor } from '#app/use-cases/second-factor/sign-in-with-factor.ts';

/**
 * `POST /auth/login` (design §4, "API"): the session that the call came with, if any, ends with it. Who has a second
 * factor sends its code along; without one the answer is 401 `second_factor_due`.
 */
export const action = api(
  anyone,
  async ({ request, context }) => {
    const { secondFactor, ...credentials } = parseBody(loginBody, await readJsonObject(request));
    const session = await orElse('login_failed', async () =>
      signInWithFactor(
        context.services,
        { credentials, code: secondFactor ?? null },
        {
          client: context.client,
          presentTokenHash: await presentTokenHash(context),
        },
      ),
    );
    context.deliverSoon();
    return signedInAnswer(request, context, session);
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
