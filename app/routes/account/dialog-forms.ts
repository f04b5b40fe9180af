import { redirect } from '@remix-run/cloudflare';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { sessionCookie } from '#app/http/cookies.ts';
import { type PostedForm, refusedByUseCase, refusedForm } from '#app/http/forms.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { noticeCookie } from '#app/http/notice-cookie.ts';
import { paths } from '#app/http/paths.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { requestEmailChange } from '#app/use-cases/recovery/change-email.ts';
import { changePassword } from '#app/use-cases/recovery/change-password.ts';

/** The change e-mail dialog's post (spec §2). */
export async function changeEmailByForm(
  form: PostedForm,
  context: RequestContext,
  viewer: Viewer,
): Promise<Response> {
  const submission = form.parse(portalForms.changeEmail);
  if (submission.status !== 'success') return refusedForm(submission);
  try {
    await requestEmailChange(context.services, viewer, submission.value, context.client);
  } catch (error) {
    return refusedByUseCase(submission, error);
  }
  context.deliverSoon();
  return redirect(paths.account, {
    headers: { 'Set-Cookie': noticeCookie('email-change-sent', context.portal.isSecure) },
  });
}

/** The change password dialog's post (spec §2): the session goes on under its new token. */
export async function changePasswordByForm(
  form: PostedForm,
  context: RequestContext,
  viewer: Viewer,
): Promise<Response> {
  const { isSecure } = context.portal;
  const submission = form.parse(portalForms.changePassword);
  if (submission.status !== 'success') return refusedForm(submission);
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
    return refusedByUseCase(submission, error);
  }
}
