import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { hashToken } from '#app/crypto/secrets.ts';
import { resetPasswordSchema } from '#app/domain/account/forms.ts';
import { paths } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { submitForm } from '#app/http/form-actions.ts';
import { parseForm } from '#app/http/forms.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { signOutBrowser } from '#app/http/sign-out-browser.ts';
import { linkTokenOf } from '#app/http/url-of.ts';
import { t } from '#app/i18n/t.ts';
import { resetPassword } from '#app/use-cases/recovery/reset-password.ts';
import { tryOrNull } from '#app/use-cases/try-or-null.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

export const meta: MetaFunction = () => [{ title: t('resetPassword.pageTitle') }];

/** Without a link there is nothing to reset: the form that asks for one. */
export const loader = page(anyone, async ({ request, context }) => {
  const token = linkTokenOf(request);
  if (token === null) throw redirect(paths.forgotPassword);
  const { recovery, clock } = context.services;
  // The form works without the e-mail.
  const email = await tryOrNull(context, async () =>
    recovery.resetEmail(await hashToken(token), clock.now()),
  );
  return json({ email, constraint: htmlConstraints(resetPasswordSchema) });
});

export const action = formAction(anyone, async ({ request, context }) => {
  const submission = await parseForm(request, portalForms.resetPassword);
  return submitForm(submission, async ({ newPassword }) => {
    const token = linkTokenOf(request) ?? '';
    await resetPassword(context.services, { token, newPassword, client: context.client });
    // Every session of the person ended; this browser's may be another person's.
    return redirectWithNotice(context, paths.login, 'password-reset', await signOutBrowser(context));
  });
});

export default function ResetPassword() {
  const { email, constraint } = useLoaderData<typeof loader>();
  const lastResult = useActionData<SubmissionResult>();
  return (
    <PublicLayout>
      <ResetPasswordForm email={email} constraint={constraint} lastResult={lastResult} />
    </PublicLayout>
  );
}
