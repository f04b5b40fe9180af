import { paths } from '#app/domain/paths.ts';
import { sessionCookie } from '#app/http/cookies.ts';
import { type HandleForm, submitForm } from '#app/http/form-actions.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { changePassword } from '#app/use-cases/recovery/change-password.ts';

/** The change password dialog's post (spec §2): the session continues with a new token. */
export const changePasswordByForm: HandleForm = (form, context, actor) =>
  submitForm(form.parse(portalForms.changePassword), async (values) => {
    const { sessionToken } = await changePassword(context.services, actor, values);
    const cookie = sessionCookie.set(sessionToken, context.portal.isSecure);
    return redirectWithNotice(context, paths.account, 'password-changed', [cookie]);
  });
