import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { CheckboxField } from '#app/components/form/choice-field.tsx';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { useForm } from '#app/components/form/use-form.ts';
import { companyUrl } from '#app/components/layout/footer-links.ts';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { registrationSchema } from '#app/domain/account/forms.ts';
import { paths } from '#app/domain/paths.ts';
import { anyone, registrant } from '#app/http/admission.ts';
import { setSessionCookies } from '#app/http/cookies.ts';
import { submitForm } from '#app/http/form-actions.ts';
import { parseForm } from '#app/http/forms.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';
import { registerAccount } from '#app/use-cases/registration/register-account.ts';
import { SelfHostCallout, TrialBenefits } from './aside.tsx';
import { HumanCheck } from './human-check/human-check.tsx';

export const meta: MetaFunction = () => [{ title: t('register.pageTitle') }];

export const loader = page(registrant, async ({ context }) => {
  const { humanCheck, portal } = context;
  return json({
    constraint: htmlConstraints(registrationSchema),
    humanCheck:
      humanCheck.kind === 'turnstile'
        ? { kind: humanCheck.kind, siteKey: humanCheck.siteKey }
        : { kind: humanCheck.kind },
    portalHost: portal.host,
  });
});

export const action = formAction(
  anyone,
  async ({ request, context }) => {
    return submitForm(await parseForm(request, portalForms.registration), async (values) => {
      const session = await registerAccount(context.services, values, context.client);
      return redirect(paths.confirmEmail, { headers: setSessionCookies(session, context) });
    });
  },
  'registration_unavailable',
);

export default function Register() {
  const { constraint, humanCheck, portalHost } = useLoaderData<typeof loader>();
  const lastResult = useActionData<SubmissionResult>();
  const [form, fields] = useForm<z.input<typeof registrationSchema>>({
    id: 'register',
    lastResult,
    constraint,
  });
  return (
    <PublicLayout>
      <div className="registration split">
        <Page title={t('register.title')} lead={t('register.lead')} width="narrow">
          <ConformForm form={form}>
            <TextField field={fields.fullName} label={t('register.fullName')} autoComplete="name" />
            <TextField field={fields.email} type="email" label={t('register.email')} autoComplete="email" />
            <TextField
              field={fields.confirmEmail}
              type="email"
              label={t('register.confirmEmail')}
              autoComplete="email"
            />
            <PasswordField
              field={fields.password}
              label={t('register.password')}
              hint={t('register.passwordHint')}
              autoComplete="new-password"
            />
            <TextField
              field={fields.accountName}
              label={t('register.accountName')}
              hint={t('register.accountNameHint')}
              suffix={`.${portalHost}`}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <BrowserTimezone name={fields.timezone.name} />
            <CheckboxField field={fields.newsletter} label={t('register.newsletter')} />
            <HumanCheck field={fields.humanCheck} settings={humanCheck} />
            <SubmitButton size="lg" isWide>
              {t('register.submit')}
            </SubmitButton>
            <p className="text-sm text-muted">
              <Trans
                i18nKey="register.terms"
                components={{
                  // A page in the place of the form would lose its password and its human check.
                  termsLink: <Link to={companyUrl('terms')} target="_blank" rel="noopener noreferrer" />,
                  privacyLink: <Link to={companyUrl('privacy')} target="_blank" rel="noopener noreferrer" />,
                  newTab: <VisuallyHidden> {t('ui.opensInNewTab')}</VisuallyHidden>,
                }}
              />
            </p>
          </ConformForm>
        </Page>
        <div className="stack stack--lg">
          <TrialBenefits />
          <SelfHostCallout />
        </div>
      </div>
    </PublicLayout>
  );
}

/** Sets the workspace's initial timezone; the survey asks again, and without JavaScript it is Etc/UTC. */
function BrowserTimezone({ name }: { name: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  }, []);
  return <input ref={input} type="hidden" name={name} />;
}
