import { z } from 'zod';
import { signInSchema } from '#app/domain/account/forms.ts';
import { currentTokenHash } from '#app/http/authenticator.ts';
import { signInWithFactor } from '#app/use-cases/second-factor/sign-in-with-factor.ts';
import { answerSignIn, signedIn, signedInExample } from './answers/user.ts';
import { anyone, defineCall, fieldError, json } from './plumbing/call.ts';

const body = signInSchema
  .extend({
    secondFactor: z
      .string({ error: fieldError('code_required') })
      .max(64)
      .optional(),
  })
  .strict();

/**
 * Design §4, "API": also ends the session that the call came with. A person with a second factor sends its code along;
 * without one the answer is 401 `second_factor_due`.
 */
export const login = defineCall('POST /auth/login', {
  who: anyone,
  body: { schema: body, example: { login: 'ada', password: 'analytical engine' } },
  answers: { 200: json(signedIn, signedInExample) },
  refusals: ['invalid_credentials', 'second_factor_due', 'second_factor_wrong'],
  failure: 'login_failed',
  async handle(args) {
    const { services, client } = args.context;
    const { secondFactor, ...credentials } = args.body;
    const current = await currentTokenHash(args.context);
    const session = await signInWithFactor(services, { credentials, code: secondFactor ?? null }, client);
    return await answerSignIn(args, session, current);
  },
});
