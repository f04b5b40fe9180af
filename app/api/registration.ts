import { z } from 'zod';
import { registrationSchema } from '#app/domain/account/forms.ts';
import { fullNameSchema } from '#app/domain/account/full-name.ts';
import { newPasswordSchema } from '#app/domain/account/password.ts';
import { currentTokenHash } from '#app/http/authenticator.ts';
import { confirmElsewhere } from '#app/use-cases/registration/confirm-elsewhere.ts';
import { confirmEmail as confirmHere } from '#app/use-cases/registration/confirm-email.ts';
import { registerAccount } from '#app/use-cases/registration/register-account.ts';
import { resendConfirmation as mailConfirmationAgain } from '#app/use-cases/registration/resend-confirmation.ts';
import { AppError, anyone, caller, defineCall, fieldError, json, noContent } from './plumbing/call.ts';
import { answerSignIn, signedIn, TOKEN_EXAMPLE, toUser } from './sign-in.ts';

/** The form's fields and no others, with the types of JSON instead of texts. */
const registration = z
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
    schema: registration,
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
  answers: { 201: json(signedIn, { user: { confirmed: false } }) },
  refusals: ['account_name_taken', 'human_check_failed'],
  failure: 'registration_unavailable',
  async handle(args) {
    const { services, client } = args.context;
    return await answerSignIn(args, await registerAccount(services, args.body, client));
  },
});

/** Spec §7: 429 with `Retry-After` within a minute. */
export const resendConfirmation = defineCall('POST /auth/resend-confirmation', {
  who: caller('profile:manage', 'unfinished-too'),
  answers: { 204: noContent },
  refusals: ['resend_too_soon'],
  failure: 'confirmation_not_resent',
  handle: ({ context, actor }) => mailConfirmationAgain(context.services, actor),
});

const confirmation = z.strictObject({
  token: z.string({ error: fieldError('required') }),
  /** Required unless the call comes with the session of the registration. */
  password: newPasswordSchema.optional(),
  fullName: fullNameSchema.optional(),
});

/** With a password, the token of the session that it opened. */
const confirmed = signedIn.partial({ token: true });

/**
 * Spec §7, for holders of the mailed link: with the session of the registration no new one starts; anyone else needs a
 * password, which opens one.
 */
export const confirmEmail = defineCall('POST /auth/confirm-email', {
  who: anyone,
  body: {
    schema: confirmation,
    example: { token: 'a0S9d8F7g6H5j4K3l2', password: 'analytical engine', fullName: 'Ada Lovelace' },
  },
  answers: { 200: json(confirmed, { token: TOKEN_EXAMPLE }) },
  refusals: [
    'confirmation_needs_password',
    'confirmation_failed',
    'confirmation_expired',
    'email_belongs_to_another',
  ],
  async handle(args) {
    const { services, client } = args.context;
    const { token, password, fullName = null } = args.body;
    const state = await args.context.viewer();
    if (password !== undefined) {
      const current = await currentTokenHash(args.context);
      const input = { token, password, fullName, currentTokenHash: current, client };
      return await answerSignIn(args, await confirmElsewhere(services, input));
    }
    const session =
      state.kind === 'signed-in'
        ? { userId: state.viewer.user.id, tokenHash: state.viewer.session.tokenHash }
        : null;
    const { userId } = await confirmHere(services, { token, session, client });
    const person = await services.people.byId(userId);
    if (!person) throw new AppError('internal');
    return { user: toUser(person) };
  },
});
