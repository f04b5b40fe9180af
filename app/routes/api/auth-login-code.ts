import { AppError } from '#app/domain/errors/app-error.ts';
import { orElse, signedInAnswer } from '#app/http/account-answer.ts';
import { anyone } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { loginCodeBody } from '#app/http/api-bodies/auth.ts';
import { presentTokenHash } from '#app/http/authenticator.ts';
import { endedSessionCookie } from '#app/http/cookies.ts';
import { errorResponse } from '#app/http/error-response.ts';
import { api } from '#app/http/handlers.ts';
import { signInByCode } from '#app/use-cases/session/login-code.ts';

/**
 * `POST /auth/login/code` (spec §7): the code works in a browser that its person signed in with before. One that failed
 * removes a token that is worth nothing (spec §8), and leaves one alone that still signs in.
 */
export const action = api(
  anyone,
  async ({ request, context }) => {
    const { code } = parseBody(loginCodeBody, await readJsonObject(request));
    const { services, client, portal } = context;
    const present = await orElse('login_failed', () => presentTokenHash(context));
    try {
      const session = await orElse('login_failed', () =>
        signInByCode(services, { code, client, presentTokenHash: present }),
      );
      return await signedInAnswer(request, context, session);
    } catch (error) {
      if (present !== null || !(error instanceof AppError) || error.code !== 'login_code_failed') throw error;
      const refusal = errorResponse(error);
      refusal.headers.append('Set-Cookie', endedSessionCookie(portal.isSecure));
      return refusal;
    }
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
