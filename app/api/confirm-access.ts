import { z } from 'zod';
import { confirmByCodeSchema, confirmByPasswordSchema } from '#app/domain/access/second-factor-forms.ts';
import { confirmAccess as proveAccess } from '#app/use-cases/second-factor/confirm-access.ts';
import { AppError, caller, defineCall, fieldError, noContent } from './plumbing/call.ts';

/** The password, or the code of a person's second factor. */
const body = z.strictObject({
  ...confirmByCodeSchema.partial().shape,
  ...confirmByPasswordSchema.partial().shape,
});

/**
 * Not in the spec: allows this session the calls that answer `access_unconfirmed`, for 15 minutes. A personal token
 * proves nothing, and no call asks it for a proof.
 */
export const confirmAccess = defineCall('POST /auth/confirm-access', {
  who: caller('profile:manage', 'unfinished-too'),
  body: { schema: body, example: { code: '123456' } },
  answers: { 204: noContent },
  refusals: ['password_wrong', 'second_factor_wrong', 'session_needed'],
  async handle({ context, actor, body: { code, password } }) {
    if (actor.viewer.session.provedAt === null) throw new AppError('session_needed');
    if ((code === undefined) === (password === undefined)) {
      throw new AppError('invalid_form', { fields: { code: fieldError('code_required') } });
    }
    const evidence =
      code === undefined
        ? { kind: 'password' as const, password: password ?? '' }
        : { kind: 'code' as const, code };
    await proveAccess(context.services, actor, evidence);
  },
});
