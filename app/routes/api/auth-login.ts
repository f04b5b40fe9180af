import { orElse, signedInAnswer } from '#app/http/account-answer.ts';
import { anyone } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { loginBody } from '#app/http/api-bodies/auth.ts';
import { presentTokenHash } from '#app/http/authenticator.ts';
import { api } from '#app/http/handlers.ts';
import { signIn } from '#app/use-cases/session/sign-in.ts';

/** `POST /auth/login` (design §4, "API"): the session that the call came with, if any, ends with it. */
export const action = api(
  anyone,
  async ({ request, context }) => {
    const credentials = parseBody(loginBody, await readJsonObject(request));
    const session = await orElse('login_failed', async () =>
      signIn(context.services, credentials, context.client, await presentTokenHash(context)),
    );
    return signedInAnswer(context, session);
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
