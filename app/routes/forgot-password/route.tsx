import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { EmailRequestForm } from '#app/components/account/email-request-form.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { anyone } from '#app/http/admission.ts';
import { dropExpiredSession } from '#app/http/expired-session.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { t } from '#app/i18n/t.ts';
import { linkRequestPage, requestLinkByForm } from '#app/routes/recovery/link-request.ts';

export const meta: MetaFunction = () => [{ title: t('forgotPassword.pageTitle') }];

/** Admits signed-in people too. A visitor whose session expired is told so, as on the other pages for visitors. */
export const loader = page(anyone, async ({ request, context }) => {
  const { kind } = await context.viewer();
  if (kind === 'expired') dropExpiredSession(request, context);
  return json(linkRequestPage(request, context));
});

/** Mails the link that sets a new password, if the e-mail is a confirmed one; signed-in people can request it too. */
export const action = formAction(
  anyone,
  ({ request, context }) => requestLinkByForm(request, context, 'reset_password'),
  'reset_not_sent',
);

export default function ForgotPassword() {
  const data = useLoaderData<typeof loader>();
  const lastResult = useActionData<SubmissionResult>();
  return (
    <PublicLayout>
      <EmailRequestForm kind="forgot-password" {...data} lastResult={lastResult} />
    </PublicLayout>
  );
}
