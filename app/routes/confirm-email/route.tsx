import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { LinkButton } from '#app/components/account/link-button.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { nextStepOf, type Viewer } from '#app/domain/access/viewer.ts';
import { newPersonSchema } from '#app/domain/account/forms.ts';
import { resendWaitSeconds } from '#app/domain/account/registration-lifetime.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { pathOfStep, paths } from '#app/domain/paths.ts';
import { anyone, requireViewer } from '#app/http/admission.ts';
import { currentTokenHash } from '#app/http/authenticator.ts';
import { type SetCookie, setSessionCookies, signOutCookies } from '#app/http/cookies.ts';
import { type PostedForm, readForm, rejectForm, rejectWithError } from '#app/http/forms.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { refuseOtherAccount } from '#app/http/page-account.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { linkTokenOf } from '#app/http/url-of.ts';
import { t } from '#app/i18n/t.ts';
import { confirmElsewhere } from '#app/use-cases/registration/confirm-elsewhere.ts';
import { confirmEmail, readConfirmation } from '#app/use-cases/registration/confirm-email.ts';
import { resendConfirmation } from '#app/use-cases/registration/resend-confirmation.ts';
import { withdrawRegistration } from '#app/use-cases/registration/withdraw-registration.ts';
import { CheckMail } from './check-mail.tsx';
import { ConfirmElsewhere } from './confirm-elsewhere.tsx';

export const meta: MetaFunction = () => [{ title: t('confirm.pageTitle') }];

/** The answer to an invalid link. */
interface DeadLink {
  code: ErrorCode;
  sentence: string;
  isSignedIn: boolean;
}

/** Why a link does not work: its page has nothing to fill in any more. */
const DEAD_LINK: readonly ErrorCode[] = [
  'confirmation_failed',
  'confirmation_expired',
  'email_belongs_to_another',
];

/** With a link's token: its button or form. Without one: "check your mail", for signed-in unconfirmed people. */
export const loader = page(anyone, async ({ request, context }) => {
  const token = linkTokenOf(request);
  // Opening the link confirms nothing: mail scanners open links too. The button does.
  if (token !== null) {
    const sessionTokenHash = await currentTokenHash(context);
    return json({
      kind: 'link' as const,
      token,
      person: await readConfirmation(context.services, { token, sessionTokenHash }),
      constraint: htmlConstraints(newPersonSchema),
    });
  }

  const viewer = await requireUnconfirmed(request, context);
  if (viewer.progress.confirmedAt !== null) {
    throw redirect(pathOfStep(nextStepOf(viewer)));
  }
  const { services } = context;
  const { id, email, confirmationSentAt } = viewer.user;
  const hasMailFailed = await services.registrations.hasConfirmationMailFailed(id, confirmationSentAt);
  return json({
    kind: 'check-mail' as const,
    email,
    mailFailure: hasMailFailed ? t('errors.confirmation_not_sent') : null,
    waitSeconds: resendWaitSeconds(confirmationSentAt, services.clock.now()),
    inboxUrl: context.sandboxUrl ? `${context.sandboxUrl}/inbox` : null,
  });
});

export const action = formAction(
  anyone,
  async ({ request, context }) => {
    const form = await readForm(request);
    if (form.intent === 'resend' || form.intent === 'start-over') {
      const viewer = await requireUnconfirmed(request, context);
      // Another tab may have registered again since the page was shown.
      refuseOtherAccount(request, form.pageAccountId, viewer.account.id);
      return form.intent === 'resend' ? resend(viewer, context) : startOver(viewer, context);
    }
    return confirm(linkTokenOf(request) ?? '', form, context);
  },
  (intent) => (intent === 'resend' ? 'confirmation_not_resent' : 'trial_setup_failed'),
);

async function confirm(token: string, form: PostedForm, context: RequestContext) {
  const { services, client } = context;
  const state = await context.viewer();
  const session =
    state.kind === 'signed-in'
      ? { userId: state.viewer.user.id, tokenHash: state.viewer.session.tokenHash }
      : null;
  const submission = form.parse(portalForms.confirmElsewhere);
  try {
    if (submission.status === 'success') {
      const currentHash = await currentTokenHash(context);
      const input = { token, ...submission.value, currentTokenHash: currentHash, client };
      return redirectToSetup(context, setSessionCookies(await confirmElsewhere(services, input), context));
    }
    await confirmEmail(services, { token, session, client });
    return redirectToSetup(context, []);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'confirmation_needs_password') return rejectForm(submission);
    if (!DEAD_LINK.includes(error.code)) return rejectWithError(submission, error);
    const { code, status } = error;
    return json<DeadLink>({ code, sentence: t(`errors.${code}`), isSignedIn: session !== null }, { status });
  }
}

function redirectToSetup(context: RequestContext, cookies: SetCookie[]) {
  const values = cookies.map(([, value]) => value);
  return redirectWithNotice(context, paths.setup, 'email-confirmed', values);
}

async function resend(viewer: Viewer, context: RequestContext) {
  await resendConfirmation(context.services, { viewer, client: context.client });
  return redirectWithNotice(context, paths.confirmEmail, 'confirmation-resent');
}

/** For a mistyped e-mail. A person who has confirmed meanwhile stays signed in, and /register redirects them. */
async function startOver(viewer: Viewer, context: RequestContext) {
  return (await withdrawRegistration(context.services, viewer))
    ? redirectWithNotice(context, paths.register, 'registration-withdrawn', signOutCookies(context.portal))
    : redirect(paths.register);
}

/**
 * "Check your mail" in the browser that registered.
 * @throws a redirect home (spec §2) when its session is over: confirming in another browser ends it, which a notice says.
 */
async function requireUnconfirmed(request: Request, context: RequestContext) {
  // The sign-in removes the cookie and keeps the notice.
  if ((await context.viewer()).kind === 'expired')
    throw redirectWithNotice(context, paths.home, 'confirmed-elsewhere');
  return requireViewer(request, context);
}

export default function ConfirmEmail() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<SubmissionResult | DeadLink>();
  const isDead = answer !== undefined && 'code' in answer;
  return (
    <PublicLayout>
      {isDead ? (
        <ConfirmationFailed {...answer} />
      ) : data.kind === 'check-mail' ? (
        <CheckMail {...data} />
      ) : data.person ? (
        <ConfirmElsewhere
          token={data.token}
          person={data.person}
          constraint={data.constraint}
          lastResult={answer}
        />
      ) : (
        <LinkButton
          title={t('confirm.link.title')}
          lead={t('confirm.link.lead')}
          submit={t('confirm.link.submit')}
        />
      )}
    </PublicLayout>
  );
}

/** Why a link did not confirm (spec §8, "E-mail confirmation"), and the next step. */
function ConfirmationFailed({ sentence, isSignedIn }: DeadLink) {
  return (
    <Page title={t('confirm.failed.title')} width="narrow">
      <Notice tone="danger">{sentence}</Notice>
      {/* For a signed-in, unconfirmed person the link opens "check your mail", which offers a new link. */}
      <ButtonLink to={isSignedIn ? paths.confirmEmail : paths.login} variant="primary" reloadDocument>
        {t(isSignedIn ? 'confirm.failed.again' : 'confirm.failed.signIn')}
      </ButtonLink>
    </Page>
  );
}
