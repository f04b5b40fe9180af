import { Form, Link, useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import type { z } from 'zod';
import { localStore } from '#app/components/analytics/local-store.ts';
import { formProps } from '#app/components/form/control-props.ts';
import { FormErrors } from '#app/components/form/error-list.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type PageForm, useForm } from '#app/components/form/use-form.ts';
import { PasskeyForm, type PasskeyFormProps } from '#app/components/security/passkey-form.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Page } from '#app/components/ui/page.tsx';
import type { signInSchema } from '#app/domain/account/forms.ts';
import { templateIdIn, withTemplateId } from '#app/domain/flags/kept-template.ts';
import { localStorageKeys } from '#app/domain/flags/local-storage-keys.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

interface SignInFormProps extends PageForm {
  passkey: PasskeyFormProps['options'];
  passkeyFailure: string | null;
}

/** /login (spec §2): user name or e-mail, password, and alternatives for people without them. */
export function SignInForm({ passkey, passkeyFailure, ...given }: SignInFormProps) {
  const [form, fields] = useForm<z.input<typeof signInSchema>>({ id: 'login', ...given });
  useCachedUsername(fields.login.id);
  // A person with a template who uses another method than the password gets the template too.
  const templateId = templateIdIn(useLocation().search);
  return (
    <Page title={t('login.title')} lead={t('login.lead')} width="narrow">
      <Form method="post" {...formProps(form)} className="form">
        <FormErrors form={form} />
        <TextField
          field={fields.login}
          label={t('login.login')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField field={fields.password} label={t('login.password')} autoComplete="current-password" />
        <SubmitButton size="lg">{t('login.submit')}</SubmitButton>
      </Form>
      {passkeyFailure && <Notice tone="danger">{passkeyFailure}</Notice>}
      <PasskeyForm options={passkey} label={t('passkey.signIn')} isAlternative />
      <p className="stack stack--sm">
        <Link to={withTemplateId(paths.forgotPassword, templateId)}>{t('forgotPassword.fromLogin')}</Link>
        <Link to={withTemplateId(paths.magicLink, templateId)}>{t('magicLink.fromLogin')}</Link>
      </p>
      <p>
        {t('login.noAccount')}{' '}
        <Link to={withTemplateId(paths.register, templateId)}>{t('login.register')}</Link>
      </p>
    </Page>
  );
}

/** Prefills an empty field with the last user name of this browser. */
function useCachedUsername(inputId: string): void {
  useEffect(() => {
    const username = localStore.read(localStorageKeys.cachedUsername);
    const input = document.getElementById(inputId);
    if (username && input instanceof HTMLInputElement && input.value === '') input.value = username;
  }, [inputId]);
}
