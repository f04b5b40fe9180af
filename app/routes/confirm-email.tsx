import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { CheckMail } from '#app/components/confirmation/check-mail.tsx';
import { ConfirmLink } from '#app/components/confirmation/confirm-link.tsx';
import { ConfirmationFailed } from '#app/components/confirmation/confirmation-failed.tsx';
import { PageFlash } from '#app/components/layout/page-flash.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { nextStepOf } from '#app/domain/access/viewer.ts';
import { resendWaitSeconds } from '#app/domain/account/registration-lifetime.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { anyone } from '#app/http/admission.ts';
import { readForm } from '#app/http/forms.ts';
import { requireViewer } from '#app/http/guards.ts';
import { page } from '#app/http/handlers.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { noticeCookie } from '#app/http/notice-cookie.ts';
import { pathOfStep, paths } from '#app/http/paths.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { confirmEmail } from '#app/use-cases/registration/confirm-email.ts';
import { resendConfirmation } from '#app/use-cases/registration/resend-confirmation.ts';

export const meta: MetaFunction = () => [{ title: i18n.t('confirm.pageTitle') }];

/** With a link's token: its button. Without one: "check your mail", for who is signed in and unconfirmed. */
export const loader = page(anyone, async ({ request, context }) => {
  const token = new URL(request.url).searchParams.get('token');
  // Opening the link confirms nothing: mail scanners open links too. The button does.
  if (token !== null) return json({ kind: 'link' as const, token });

  const viewer = await requireViewer(request, context);
  if (viewer.progress.confirmedAt !== null) {
    throw redirect(pathOfStep(nextStepOf(viewer)));
  }
  return json({
    kind: 'check-mail' as const,
    email: viewer.user.email,
    waitSeconds: resendWaitSeconds(viewer.user.confirmationSentAt, context.services.clock.now()),
    inboxUrl: context.sandboxUrl ? `${context.sandboxUrl}/inbox` : null,
  });
});

export const action = page(anyone, async ({ request, context }) => {
  const form = await readForm(request);
  if (form.intent === 'resend') return resend(request, context);
  return confirm(new URL(request.url).searchParams.get('token') ?? '', context);
});

async function confirm(token: string, context: RequestContext) {
  const state = await context.viewer();
  const viewerId = state.kind === 'signed-in' ? state.viewer.user.id : null;
  const { isSecure } = context.portal;
  try {
    const { userId } = await confirmEmail(context.services, {
      token,
      viewerId,
      client: context.client,
    });
    context.deliverSoon();
    const isSamePerson = userId === viewerId;
    return redirect(isSamePerson ? paths.setup : paths.login, {
      headers: {
        'Set-Cookie': noticeCookie(isSamePerson ? 'email-confirmed' : 'email-confirmed-sign-in', isSecure),
      },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return json({ code: error.code, isSignedIn: viewerId !== null }, { status: error.status });
  }
}

async function resend(request: Request, context: RequestContext) {
  const viewer = await requireViewer(request, context);
  await resendConfirmation(context.services, viewer);
  context.deliverSoon();
  return redirect(paths.confirmEmail, {
    headers: { 'Set-Cookie': noticeCookie('confirmation-resent', context.portal.isSecure) },
  });
}

export default function ConfirmEmail() {
  const data = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  return (
    <PublicLayout flash={<PageFlash />}>
      {failure ? (
        <ConfirmationFailed code={failure.code} isSignedIn={failure.isSignedIn} />
      ) : data.kind === 'link' ? (
        <ConfirmLink token={data.token} />
      ) : (
        <CheckMail email={data.email} waitSeconds={data.waitSeconds} inboxUrl={data.inboxUrl} />
      )}
    </PublicLayout>
  );
}
