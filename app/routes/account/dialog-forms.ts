import type { Viewer } from '#app/domain/access/viewer.ts';
import { paths } from '#app/domain/paths.ts';
import { sessionCookie } from '#app/http/cookies.ts';
import { submitForm } from '#app/http/form-actions.ts';
import type { PostedForm } from '#app/http/forms.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { requestEmailChange } from '#app/use-cases/recovery/change-email.ts';
import { changePassword } from '#app/use-cases/recovery/change-password.ts';
import { changeName } from '#app/use-cases/session/change-name.ts';

/** The change name dialog's post. */
export function changeNameByForm(
  form: PostedForm,
  context: RequestContext,
  viewer: Viewer,
): Promise<Response> {
  return submitForm(form.parse(portalForms.changeName), async (values) => {
    await changeName(context.services, viewer, values, context.client);
    return redirectWithNotice(context, paths.account, 'name-changed');
  });
}

/** The change e-mail dialog's post (spec §2). */
export function changeEmailByForm(
  form: PostedForm,
  context: RequestContext,
  viewer: Viewer,
): Promise<Response> {
  return submitForm(form.parse(portalForms.changeEmail), async (values) => {
    await requestEmailChange(context.services, viewer, values, context.client);
    return redirectWithNotice(context, paths.account, 'email-change-sent');
  });
}

/** The change password dialog's post (spec §2): the session continues with a new token. */
export function changePasswordByForm(
  form: PostedForm,
  context: RequestContext,
  viewer: Viewer,
): Promise<Response> {
  return submitForm(form.parse(portalForms.changePassword), async (values) => {
    const { sessionToken } = await changePassword(context.services, viewer, values, context.client);
    const cookie = sessionCookie.set(sessionToken, context.portal.isSecure);
    return redirectWithNotice(context, paths.account, 'password-changed', [cookie]);
  });
}
