import { json, type MetaFunction } from '@remix-run/cloudflare';
import { Link, useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { ForgotPasswordLink } from '#app/components/account/forgot-password-link.tsx';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type AnsweredForm, useForm } from '#app/components/form/use-form.ts';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import { CodeField } from '#app/components/security/code-field.tsx';
import { CodeOrPasskey } from '#app/components/security/code-or-passkey.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { hasSecondFactor } from '#app/domain/access/second-factor.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { safeReturnPath } from '#app/domain/paths.ts';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { runAction, submitForm } from '#app/http/form-actions.ts';
import { readForm } from '#app/http/forms.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { urlOf } from '#app/http/url-of.ts';
import { t } from '#app/i18n/t.ts';
import { passkeyOptions } from '#app/use-cases/second-factor/check-evidence.ts';
import { confirmAccess } from '#app/use-cases/second-factor/confirm-access.ts';
import { keepInput } from './keep-input.client.ts';

export const meta: MetaFunction = () => [{ title: t('confirmAccess.pageTitle') }];

const admitted = member('profile:manage', onceConfirmed, 'factor-owed-too');
const returnPathOf = (request: Request) => safeReturnPath(urlOf(request).searchParams.get('returnPath'));
const withoutQuery = (path: string) => path.replace(/[?#].*$/, '');

/** Asks the signed-in person for a proof of identity before a sensitive change (`requireRecentProof`). */
export const loader = page(admitted, async ({ request, context, viewer }) => {
  const { factors } = viewer.user;
  const asked = { purpose: 'confirm', subject: viewer.session.tokenHash } as const;
  return json({
    factors,
    returnPath: returnPathOf(request),
    passkey: factors.passkey ? (await passkeyOptions(context.services, asked)).options : null,
  });
});

export const action = formAction(admitted, async ({ request, context, actor }) => {
  const form = await readForm(request);
  const confirm = async (evidence: Parameters<typeof confirmAccess>[2]) => {
    await confirmAccess(context.services, actor, evidence);
    return redirectWithNotice(context, returnPathOf(request), 'access-confirmed');
  };
  switch (form.intent) {
    case 'passkey': {
      const { answer } = form.values(portalForms.passkeyAnswer);
      return runAction(() => confirm({ kind: 'passkey', assertion: answer }));
    }
    case 'code':
      return submitForm(form.parse(portalForms.confirmByCode), ({ code }) => confirm({ kind: 'code', code }));
    case 'password':
      return submitForm(form.parse(portalForms.confirmByPassword), ({ password }) =>
        confirm({ kind: 'password', password }),
      );
    default:
      throw new AppError('malformed_body');
  }
});

export default function ConfirmAccess() {
  const { factors, passkey, returnPath } = useLoaderData<typeof loader>();
  const { failure, lastResult } = useFormAnswer({ formIntents: ['code', 'password'] });
  // The server has no such module.
  useEffect(() => keepInput(), []);
  return (
    <DefaultLayout>
      <Page title={t('confirmAccess.title')} lead={t('confirmAccess.lead')} width="narrow">
        <FailureNotice sentence={failure} />
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
}: { factors: { app: boolean; passkey: boolean } } & AnsweredForm) {
  const [form, fields] = useForm<{ code: string; password: string }>({
    id: 'confirm-access',
    lastResult,
    constraint: { code: { required: true }, password: { required: true } },
  });
  const byCode = hasSecondFactor(factors);
  return (
    <ConformForm form={form}>
      {byCode ? (
        <CodeField
          field={fields.code}
          label={t(factors.app ? 'confirmAccess.code' : 'confirmAccess.recoveryCode')}
        />
      ) : (
        <>
          <PasswordField
            field={fields.password}
            label={t('confirmAccess.password')}
            autoComplete="current-password"
          />
          <ForgotPasswordLink />
        </>
      )}
      <SubmitButton
        size="lg"
        name="intent"
        value={byCode ? 'code' : 'password'}
        variant={factors.passkey && !factors.app ? 'secondary' : 'primary'}
      >
        {t('confirmAccess.submit')}
      </SubmitButton>
    </ConformForm>
  );
}
