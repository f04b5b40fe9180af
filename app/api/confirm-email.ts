import { z } from 'zod';
import { fullNameSchema } from '#app/domain/account/full-name.ts';
import { newPasswordSchema } from '#app/domain/account/password.ts';
import { currentTokenHash } from '#app/http/authenticator.ts';
import { confirmElsewhere } from '#app/use-cases/registration/confirm-elsewhere.ts';
import { confirmEmail as confirmHere } from '#app/use-cases/registration/confirm-email.ts';
import { answerSignIn, signedInExample, toUser, user } from './answers/user.ts';
import { AppError, anyone, defineCall, fieldError, json } from './plumbing/call.ts';

const body = z.strictObject({
  token: z.string({ error: fieldError('required') }),
  /** Required unless the call comes with the session of the registration. */
  password: newPasswordSchema.optional(),
  fullName: fullNameSchema.optional(),
});

/** With a password, the token of the session that it opened. */
const confirmed = z.strictObject({ token: z.string().optional(), user });

/**
 * Spec §7, for holders of the mailed link. With the session of the registration the token is enough, and no new
 * session starts. Any other caller needs a password, which opens a new session.
 */
export const confirmEmail = defineCall('POST /auth/confirm-email', {
  who: anyone,
  body: {
    schema: body,
    example: { token: 'a0S9d8F7g6H5j4K3l2', password: 'analytical engine', fullName: 'Ada Lovelace' },
  },
  answers: { 200: json(confirmed, signedInExample) },
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
      const session = await confirmElsewhere(services, input);
      return await answerSignIn(args, session);
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
