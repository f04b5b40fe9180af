import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from '@remix-run/cloudflare';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { changeEmailSchema, changePasswordSchema } from '#app/domain/account/forms.ts';
import { requestEmailChange } from '#app/use-cases/recovery/change-email.ts';
import { changePassword } from '#app/use-cases/recovery/change-password.ts';
import { sessionCookie } from './cookies.ts';
import { refusedByUseCase, refusedForm } from './forms.ts';
import type { RequestContext } from './load-context.ts';
import { noticeCookie } from './notice-cookie.ts';
import { paths } from './paths.ts';

/** The change e-mail dialog's post (spec §2). */
export async function changeEmailByForm(
  form: FormData,
  context: RequestContext,
  viewer: Viewer,
): Promise<Response> {
  const submission = parseWithZod(form, { schema: changeEmailSchema });
  if (submission.status !== 'success') return refusedForm(submission, ['password']);
  try {
    await requestEmailChange(context.services, viewer, submission.value, context.client);
  } catch (error) {
    return refusedByUseCase(submission, error, ['password']);
  }
  context.deliverSoon();
  return redirect(paths.account, {
    headers: { 'Set-Cookie': noticeCookie('email-change-sent', context.portal.isSecure) },
  });
}

/** The change password dialog's post (spec §2): the session goes on under its new token. */
export async function changePasswordByForm(
  form: FormData,
  context: RequestContext,
  viewer: Viewer,
): Promise<Response> {
  const secret = ['presentPassword', 'newPassword'];
  const { isSecure } = context.portal;
  const submission = parseWithZod(form, { schema: changePasswordSchema });
  if (submission.status !== 'success') return refusedForm(submission, secret);
  try {
    const session = await changePassword(context.services, viewer, submission.value, context.client);
    context.deliverSoon();
    return redirect(paths.account, {
      headers: [
        ['Set-Cookie', sessionCookie.set(session.sessionToken, isSecure)],
        ['Set-Cookie', noticeCookie('password-changed', isSecure)],
      ],
    });
  } catch (error) {
    return refusedByUseCase(submission, error, secret);
  }
}
