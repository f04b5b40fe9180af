import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { PageFlash } from '#app/components/layout/page-flash.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { CodeOrPasskey } from '#app/components/security/code-or-passkey.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { pending } from '#app/http/admission.ts';
import { signedInCookies } from '#app/http/cookies.ts';
import { readForm, refusedByUseCase, refusedForm } from '#app/http/forms.ts';
import { page } from '#app/http/handlers.ts';
import { paths } from '#app/http/paths.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { pathAfterSignIn } from '#app/http/template-redirect.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { passkeyOptions } from '#app/use-cases/second-factor/check-evidence.ts';
import { finishSignIn } from '#app/use-cases/second-factor/finish-sign-in.ts';
import { requestFactorRemoval } from '#app/use-cases/second-factor/lost-factor.ts';
import { SecondFactorForm } from './second-factor-form.tsx';

export const meta: MetaFunction = () => [{ title: i18n.t('secondFactor.pageTitle') }];

/** The second half of a sign-in, for a person who gave their password and has a second factor. */
export const loader = page(pending, async ({ context, viewer }) => {
  const { factors, tokenHash } = viewer;
  const asked = { purpose: 'sign-in', subject: tokenHash } as const;
  return json({ factors, passkey: factors.passkey ? await passkeyOptions(context.services, asked) : null });
});

export const action = page(pending, async ({ request, context, viewer }) => {
  const { services, client } = context;
  const form = await readForm(request);
  const goOn = (session: { sessionToken: string }) =>
    redirect(pathAfterSignIn(new URL(request.url)), { headers: signedInCookies(session, context) });
  switch (form.intent) {
    case 'code': {
      const submission = form.parse(portalForms.secondFactor);
      if (submission.status !== 'success') return refusedForm(submission);
      const { code, remember } = submission.value;
      try {
        const evidence = { kind: 'code', code } as const;
        const session = await finishSignIn(services, viewer, evidence, { client, remembers: remember });
        return goOn(session);
      } catch (error) {
        return refusedByUseCase(submission, error);
      } finally {
        context.deliverSoon();
      }
    }
    case 'passkey': {
      const { answer, remember } = form.values(portalForms.passkeyAnswer);
      try {
        const evidence = { kind: 'passkey', assertion: answer } as const;
        return goOn(await finishSignIn(services, viewer, evidence, { client, remembers: remember }));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return json({ failure: error.code }, { status: error.status });
      } finally {
        context.deliverSoon();
      }
    }
    case 'lost':
      await requestFactorRemoval(services, viewer, client);
      context.deliverSoon();
      return json({ isMailed: true as const });
    default:
      throw new AppError('malformed_body');
  }
});

type Answer = SubmissionResult | { failure: ErrorCode } | { isMailed: true };

export default function SecondFactor() {
  const { t } = useTranslation();
  const { factors, passkey } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  const failure = answer && 'failure' in answer ? answer.failure : null;
  const isMailed = answer !== undefined && 'isMailed' in answer;
  const lastResult = answer && !('failure' in answer || 'isMailed' in answer) ? answer : undefined;
  return (
    <PublicLayout flash={<PageFlash />}>
      <Page
        title={t('secondFactor.title')}
        lead={t(factors.app ? 'secondFactor.leadApp' : 'secondFactor.leadPasskey')}
        width="narrow"
      >
        {failure && <Notice tone="danger">{t(`errors.${failure}`)}</Notice>}
        {isMailed && <Notice tone="success">{t('secondFactor.lostSent')}</Notice>}
        <CodeOrPasskey factors={factors} passkey={passkey}>
          <SecondFactorForm factors={factors} lastResult={lastResult} />
        </CodeOrPasskey>
        {!isMailed && (
          <details className="confirm">
            <summary>{t('secondFactor.lost')}</summary>
            <Form method="post" className="confirm__step stack stack--sm">
              <p>{t('secondFactor.lostLead')}</p>
              <SubmitButton name="intent" value="lost" variant="secondary">
                {t('secondFactor.lostSubmit')}
              </SubmitButton>
            </Form>
          </details>
        )}
        <p>
          <Link to={paths.login}>{t('secondFactor.cancel')}</Link>
        </p>
      </Page>
    </PublicLayout>
  );
}
