import { ConformForm } from '#app/components/form/conform-form.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type PageForm, useForm } from '#app/components/form/use-form.ts';
import { Page } from '#app/components/ui/page.tsx';
import { t } from '#app/i18n/t.ts';

export interface ResetPasswordFormProps extends PageForm {
  /** E-mail address of the link's user; null for a link that does not work. */
  email: string | null;
}

/** The page of a mailed link that sets a new password. It posts to its own address, with the token in it. */
export function ResetPasswordForm({ email, ...given }: ResetPasswordFormProps) {
  const [form, fields] = useForm<{ newPassword: string }>({ id: 'reset-password', ...given });
  return (
    <Page title={t('resetPassword.title')} lead={t('resetPassword.lead')} width="narrow">
      <ConformForm form={form}>
        {/* The user name under which a password manager files the new password. */}
        {email && <input type="text" autoComplete="username" value={email} readOnly hidden />}
        <PasswordField
          field={fields.newPassword}
          label={t('resetPassword.newPassword')}
          hint={t('register.passwordHint')}
          autoComplete="new-password"
        />
        <SubmitButton size="lg">{t('resetPassword.submit')}</SubmitButton>
      </ConformForm>
    </Page>
  );
}
