import { z } from 'zod';
import { currentTokenHash } from '#app/http/authenticator.ts';
import { sessionCookie } from '#app/http/cookies.ts';
import { errorResponse } from '#app/http/error-response.ts';
import { signInByCode } from '#app/use-cases/session/login-code.ts';
import { answerSignIn, signedIn, signedInExample } from './answers/user.ts';
import { AppError, anyone, defineCall, fieldError, json } from './plumbing/call.ts';

const body = z.strictObject({ code: z.string({ error: fieldError('required') }) });

/**
 * Spec §7: the code works in a browser with an earlier sign-in of its person. A failed code removes an invalid token
 * (spec §8), and keeps a token that still signs in.
 */
export const loginWithCode = defineCall('POST /auth/login/code', {
  who: anyone,
  body: { schema: body, example: { code: 'q1W2e3R4t5Y6u7I8o9P0' } },
  answers: { 200: json(signedIn, signedInExample) },
  refusals: ['login_code_failed', 'second_factor_due'],
  failure: 'login_failed',
  async handle(args) {
    const { services, client, portal } = args.context;
    const current = await currentTokenHash(args.context);
    try {
      const input = { code: args.body.code, client, currentTokenHash: null };
      const session = await signInByCode(services, input);
      return await answerSignIn(args, session, current);
    } catch (error) {
      if (current !== null || !(error instanceof AppError) || error.code !== 'login_code_failed') throw error;
      const refusal = errorResponse(error);
      refusal.headers.append('Set-Cookie', sessionCookie.clear(portal.isSecure));
      return refusal;
    }
  },
});
