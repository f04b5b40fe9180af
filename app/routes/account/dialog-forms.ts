import { paths } from '#app/domain/paths.ts';
import { sessionCookie } from '#app/http/cookies.ts';
import { type HandleForm, submitForm } from '#app/http/form-actions.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { requestEmailChange } from '#app/use-cases/recovery/change-email.ts';
import { changePassword } from '#app/use-cases/recovery/change-password.ts';
import { changeName } from '#app/use-cases/session/change-name.ts';

/** The change name dialog's post. */
export const changeNameByForm: HandleForm = (form, context, actor) =>
  submitForm(form.parse(portalForms.changeName), async (values) => {
    await changeName(context.services, actor, values);
    return redirectWithNotice(context, paths.account, 'name-changed');
  });

/** The change e-mail dialog's post (spec §2). */
export const changeEmailByForm: HandleForm = (form, context, actor) =>
  submitForm(form.parse(portalForms.changeEmail), async (values) => {
    await requestEmailChange(context.services, actor, values);
    return redirectWithNotice(context, paths.account, 'email-change-sent');
  });

/** The change password dialog's post (spec §2): the session continues with a new token. */
export const changePasswordByForm: HandleForm = (form, context, actor) =>
  submitForm(form.parse(portalForms.changePassword), async (values) => {
    const { sessionToken } = await changePassword(context.services, actor, values);
    const cookie = sessionCookie.set(sessionToken, context.portal.isSecure);
    return redirectWithNotice(context, paths.account, 'password-changed', [cookie]);
  });
