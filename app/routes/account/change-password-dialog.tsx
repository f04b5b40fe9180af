import { ConformForm } from '#app/components/form/conform-form.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type PageForm, useForm } from '#app/components/form/use-form.ts';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

const action = `${paths.account}?dialog=password`;

export interface ChangePasswordDialogProps extends PageForm {
  email: string;
}

/** Asks for the current password and a new one; the change ends every other session. */
export function ChangePasswordDialog({ email, ...given }: ChangePasswordDialogProps) {
  const [form, fields] = useForm<{ currentPassword: string; newPassword: string }>({
    id: 'change-password',
    ...given,
  });
  return (
    <Dialog title={t('accountPage.changePassword.title')} closeTo={paths.account}>
      <ConformForm form={form} action={action}>
        <p className="text-muted">{t('accountPage.changePassword.lead')}</p>
        {/* The user name under which a password manager files the new password. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          field={fields.currentPassword}
          label={t('accountPage.changePassword.currentPassword')}
          autoComplete="current-password"
        />
        <PasswordField
          field={fields.newPassword}
          label={t('accountPage.changePassword.newPassword')}
          hint={t('accountPage.changePassword.newPasswordHint')}
          autoComplete="new-password"
        />
        <SubmitButton name="intent" value="change-password">
          {t('accountPage.changePassword.submit')}
        </SubmitButton>
      </ConformForm>
    </Dialog>
  );
}
