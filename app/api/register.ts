import { z } from 'zod';
import { registrationSchema } from '#app/domain/account/forms.ts';
import { registerAccount } from '#app/use-cases/registration/register-account.ts';
import { answerSignIn, signedIn, signedInExample, userExample } from './answers/user.ts';
import { anyone, defineCall, fieldError, json } from './plumbing/call.ts';

/** The form's fields and no others, with the types of JSON instead of texts. */
const body = z
  .strictObject({
    ...registrationSchema.shape,
    newsletter: z.boolean({ error: fieldError('choose_one') }).optional(),
    timezone: z
      .string({ error: fieldError('timezone_unknown') })
      .max(64, fieldError('timezone_unknown'))
      .optional(),
  })
  .pipe(registrationSchema);

/** Design §4, "API": creates a pending account and signs its owner in. */
export const register = defineCall('POST /auth/register', {
  who: anyone,
  body: {
    schema: body,
    example: {
      fullName: 'Ada Lovelace',
      email: 'ada@example.com',
      confirmEmail: 'ada@example.com',
      password: 'analytical engine',
      accountName: 'ada',
      newsletter: false,
      humanCheck: 'eyJjaGFsbGVuZ2UiOnt9fQ==',
      timezone: 'Europe/London',
    },
  },
  answers: { 201: json(signedIn, { ...signedInExample, user: { ...userExample, confirmed: false } }) },
  refusals: ['account_name_taken', 'human_check_failed'],
  failure: 'registration_unavailable',
  async handle(args) {
    const { services, client } = args.context;
    const session = await registerAccount(services, args.body, client);
    return await answerSignIn(args, session);
  },
});
