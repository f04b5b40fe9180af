import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { CheckboxField } from '#app/components/form/choice-field.tsx';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type AnsweredForm, useForm } from '#app/components/form/use-form.ts';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { CodeField } from '#app/components/security/code-field.tsx';
import { CodeOrPasskey } from '#app/components/security/code-or-passkey.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Page } from '#app/components/ui/page.tsx';
import type { FactorKinds } from '#app/domain/access/second-factor.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { paths } from '#app/domain/paths.ts';
import { pending } from '#app/http/admission.ts';
import { setSessionCookies } from '#app/http/cookies.ts';
import { runAction, submitForm } from '#app/http/form-actions.ts';
import { readForm } from '#app/http/forms.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { pathAfterSignIn } from '#app/http/return-path.ts';
import { t } from '#app/i18n/t.ts';
import { passkeyOptions } from '#app/use-cases/second-factor/check-evidence.ts';
import { finishSignIn } from '#app/use-cases/second-factor/finish-sign-in.ts';
import { requestFactorRemoval } from '#app/use-cases/second-factor/lost-factor.ts';

export const meta: MetaFunction = () => [{ title: t('secondFactor.pageTitle') }];

/** The second half of a sign-in, for a person who gave their password and has a second factor. */
export const loader = page(pending, async ({ context, viewer }) => {
  const { factors, tokenHash } = viewer;
  const asked = { purpose: 'sign-in', subject: tokenHash } as const;
  const passkey = factors.passkey ? (await passkeyOptions(context.services, asked)).options : null;
  return json({ factors, passkey });
});

export const action = formAction(
  pending,
  async ({ request, context, viewer }) => {
    const { services, client } = context;
    const form = await readForm(request);
    const finish = async (evidence: Parameters<typeof finishSignIn>[2], remembers: boolean) => {
      const session = await finishSignIn(services, viewer, evidence, { client, remembers });
      const path = pathAfterSignIn(new URL(request.url));
      return redirect(path, { headers: setSessionCookies(session, context) });
    };
    switch (form.intent) {
      case 'code':
        return submitForm(form.parse(portalForms.secondFactor), ({ code, remember }) =>
          finish({ kind: 'code', code }, remember),
        );
      case 'passkey': {
        const { answer, remember } = form.values(portalForms.passkeyAnswer);
        return runAction(() => finish({ kind: 'passkey', assertion: answer }, remember));
      }
      case 'lost':
        await requestFactorRemoval(services, viewer, client);
        return json({ isMailed: true as const });
      default:
        throw new AppError('malformed_body');
    }
  },
  'login_failed',
);

export default function SecondFactor() {
  const { factors, passkey } = useLoaderData<typeof loader>();
  const { failure, lastResult, own } = useFormAnswer<{ isMailed: true }>({
    ownKey: 'isMailed',
    formIntents: ['code'],
  });
  const isMailed = own !== null;
  return (
    <PublicLayout>
      <Page
        title={t('secondFactor.title')}
        lead={t(factors.app ? 'secondFactor.leadApp' : 'secondFactor.leadPasskey')}
        width="narrow"
      >
        <FailureNotice sentence={failure} />
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

/** /login/second-factor: asks for an app's code or a recovery code, and whether to remember this browser. */
function SecondFactorForm({ factors, lastResult }: { factors: FactorKinds } & AnsweredForm) {
  const [form, fields] = useForm<{ code: string; remember: boolean }>({
    id: 'second-factor',
    lastResult,
    constraint: { code: { required: true } },
  });
  return (
    <ConformForm form={form}>
      <CodeField
        field={fields.code}
        label={t(factors.app ? 'secondFactor.code' : 'confirmAccess.recoveryCode')}
      />
      <CheckboxField field={fields.remember} label={t('secondFactor.remember')} />
      <SubmitButton
        size="lg"
        name="intent"
        value="code"
        variant={factors.app || !factors.passkey ? 'primary' : 'secondary'}
      >
        {t('secondFactor.submit')}
      </SubmitButton>
    </ConformForm>
  );
}
