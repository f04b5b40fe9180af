import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PageFlash } from '#app/components/layout/page-flash.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { resetPasswordSchema } from '#app/domain/account/forms.ts';
import { anyone } from '#app/http/admission.ts';
import { endedSessionCookie } from '#app/http/cookies.ts';
import { parseForm, refusedByUseCase, refusedForm } from '#app/http/forms.ts';
import { page } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { noticeCookie } from '#app/http/notice-cookie.ts';
import { paths } from '#app/http/paths.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { resetPassword } from '#app/use-cases/recovery/reset-password.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

export const meta: MetaFunction = () => [{ title: i18n.t('resetPassword.pageTitle') }];

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token');

/** Without a link there is nothing to reset: the form that asks for one. */
export const loader = page(anyone, async ({ request }) => {
  if (tokenOf(request) === null) throw redirect(paths.forgotPassword);
  return json({ constraint: htmlConstraints(resetPasswordSchema) });
});

export const action = page(anyone, async ({ request, context }) => {
  const submission = await parseForm(request, portalForms.resetPassword);
  if (submission.status !== 'success') return refusedForm(submission);
  try {
    await resetPassword(context.services, {
      token: tokenOf(request) ?? '',
      newPassword: submission.value.newPassword,
      client: context.client,
    });
  } catch (error) {
    return refusedByUseCase(submission, error);
  }
  context.deliverSoon();
  const { isSecure } = context.portal;
  return redirect(paths.login, {
    headers: [
      // This browser's session ended with all the others.
      ['Set-Cookie', endedSessionCookie(isSecure)],
      ['Set-Cookie', noticeCookie('password-reset', isSecure)],
    ],
  });
});

export default function ResetPassword() {
  const { constraint } = useLoaderData<typeof loader>();
  const lastResult = useActionData<SubmissionResult>();
  return (
    <PublicLayout flash={<PageFlash />}>
      <ResetPasswordForm constraint={constraint} lastResult={lastResult} />
    </PublicLayout>
  );
}
