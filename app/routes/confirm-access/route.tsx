import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { FormErrors } from '#app/components/form/error-list.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { PageFlash, useFrame } from '#app/components/layout/page-flash.tsx';
import { CodeField } from '#app/components/security/code-field.tsx';
import { CodeOrPasskey } from '#app/components/security/code-or-passkey.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { hasSecondFactor } from '#app/domain/access/second-factor.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { type PostedForm, readForm, refusedByUseCase, refusedForm } from '#app/http/forms.ts';
import { page } from '#app/http/handlers.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { noticeCookie } from '#app/http/notice-cookie.ts';
import { safeReturnPath } from '#app/http/paths.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { passkeyOptions } from '#app/use-cases/second-factor/check-evidence.ts';
import { confirmAccess } from '#app/use-cases/second-factor/confirm-access.ts';

export const meta: MetaFunction = () => [{ title: i18n.t('confirmAccess.pageTitle') }];

const admitted = member('profile:manage', onceConfirmed, 'factor-owed-too');
const returnPathOf = (request: Request) =>
  safeReturnPath(new URL(request.url).searchParams.get('returnPath'));
const withoutQuery = (path: string) => path.replace(/[?#].*$/, '');

/** Asked before what hurts (`requireRecentProof`): who the signed-in person is, once more. */
export const loader = page(admitted, async ({ request, context, viewer }) => {
  const { factors } = viewer.user;
  const asked = { purpose: 'confirm', subject: viewer.session.tokenHash } as const;
  return json({
    factors,
    returnPath: returnPathOf(request),
    passkey: factors.passkey ? await passkeyOptions(context.services, asked) : null,
  });
});

export const action = page(admitted, async ({ request, context, viewer }) => {
  const answer = await confirm(await readForm(request), context, viewer);
  context.deliverSoon();
  if (answer) return answer;
  return redirect(returnPathOf(request), {
    headers: { 'Set-Cookie': noticeCookie('access-confirmed', context.portal.isSecure) },
  });
});

/** @returns the form's answer when it was refused; null when they are who they say. */
async function confirm(
  form: PostedForm,
  { services, client }: RequestContext,
  viewer: Viewer,
): Promise<Response | null> {
  if (form.intent === 'passkey') {
    const { answer } = form.values(portalForms.passkeyAnswer);
    try {
      await confirmAccess(services, viewer, { kind: 'passkey', assertion: answer }, client);
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return json({ failure: error.code }, { status: error.status });
    }
  }
  if (form.intent === 'code') {
    const submission = form.parse(portalForms.confirmByCode);
    if (submission.status !== 'success') return refusedForm(submission);
    const evidence = { kind: 'code', code: submission.value.code } as const;
    return confirmAccess(services, viewer, evidence, client).then(
      () => null,
      (error: unknown) => refusedByUseCase(submission, error),
    );
  }
  if (form.intent !== 'password') throw new AppError('malformed_body');
  const submission = form.parse(portalForms.confirmByPassword);
  if (submission.status !== 'success') return refusedForm(submission);
  const evidence = { kind: 'password', password: submission.value.password } as const;
  return confirmAccess(services, viewer, evidence, client).then(
    () => null,
    (error: unknown) => refusedByUseCase(submission, error),
  );
}

type Answer = SubmissionResult | { failure: AppError['code'] };

export default function ConfirmAccess() {
  const { t } = useTranslation();
  const { viewer } = useFrame();
  const { factors, passkey, returnPath } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  const failure = answer && 'failure' in answer ? answer.failure : null;
  const lastResult = answer && !('failure' in answer) ? answer : undefined;
  return (
    <DefaultLayout viewer={viewer} flash={<PageFlash />}>
      <Page title={t('confirmAccess.title')} lead={t('confirmAccess.lead')} width="narrow">
        {failure && <Notice tone="danger">{t(`errors.${failure}`)}</Notice>}
        <CodeOrPasskey factors={factors} passkey={passkey}>
          <ConfirmForm factors={factors} lastResult={lastResult} />
        </CodeOrPasskey>
        <p>
          {/* Without the query, such as `?add=app`, that would ask to confirm again. */}
          <Link to={withoutQuery(returnPath)}>{t('confirmAccess.back')}</Link>
        </p>
      </Page>
    </DefaultLayout>
  );
}

function ConfirmForm({
  factors,
  lastResult,
}: {
  factors: { app: boolean; passkey: boolean };
  lastResult: SubmissionResult | undefined;
}) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ code: string; password: string }>({
    id: 'confirm-access',
    lastResult: lastResult ?? null,
    constraint: { code: { required: true }, password: { required: true } },
  });
  const byCode = hasSecondFactor(factors);
  return (
    <Form method="post" {...getFormProps(form)} className="form">
      <FormErrors form={form} />
      {byCode ? (
        <CodeField
          field={fields.code}
          label={t(factors.app ? 'confirmAccess.code' : 'confirmAccess.recoveryCode')}
        />
      ) : (
        <PasswordField
          field={fields.password}
          label={t('confirmAccess.password')}
          autoComplete="current-password"
        />
      )}
      <SubmitButton
        size="lg"
        name="intent"
        value={byCode ? 'code' : 'password'}
        variant={factors.passkey && !factors.app ? 'secondary' : 'primary'}
      >
        {t('confirmAccess.submit')}
      </SubmitButton>
    </Form>
  );
}
