import { orElse, signedInAnswer } from '#app/http/account-answer.ts';
import { anyone } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { registerBody } from '#app/http/api-bodies/auth.ts';
import { api } from '#app/http/handlers.ts';
import { registerAccount } from '#app/use-cases/registration/register-account.ts';

/** `POST /auth/register` (design §4, "API"): makes a pending account and signs its owner in. */
export const action = api(
  anyone,
  async ({ request, context }) => {
    const form = parseBody(registerBody, await readJsonObject(request));
    const session = await orElse('registration_unavailable', () =>
      registerAccount(context.services, form, context.client),
    );
    context.deliverSoon();
    return signedInAnswer(request, context, session, 201);
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
