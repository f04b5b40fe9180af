import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { caller } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { confirmAccessBody } from '#app/http/api-bodies/auth.ts';
import { api } from '#app/http/handlers.ts';
import { confirmAccess } from '#app/use-cases/second-factor/confirm-access.ts';

/**
 * `POST /auth/confirm-access` (ours): what answers `access_unconfirmed` is open to this session for the next 15 minutes.
 * A personal token proves nothing and is asked for nothing.
 */
export const action = api(
  caller('profile:manage', 'unfinished-too'),
  async ({ request, context, viewer }) => {
    const { code, password } = parseBody(confirmAccessBody, await readJsonObject(request));
    if (viewer.session.provedAt === null) throw new AppError('session_needed');
    if ((code === undefined) === (password === undefined)) {
      throw new AppError('invalid_form', { fields: { code: fieldError('code_required') } });
    }
    const evidence =
      code === undefined
        ? { kind: 'password' as const, password: password ?? '' }
        : { kind: 'code' as const, code };
    await confirmAccess(context.services, viewer, evidence, context.client);
    context.deliverSoon();
    return new Response(null, { status: 204 });
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
