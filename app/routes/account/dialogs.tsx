import type { ReactNode } from 'react';
import { ForgotPasswordLink } from '#app/components/account/forgot-password-link.tsx';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type FormState, type PageForm, useForm } from '#app/components/form/use-form.ts';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';

/** Asks for the person's new name, and shows the current one. The user name is part of the workspace's address and stays. */
export function ChangeNameDialog({ name, ...given }: PageForm & { name: string }) {
  const [form, fields] = useForm<{ fullName: string }>({
    id: 'change-name',
    defaultValue: { fullName: name },
    ...given,
  });
  return (
    <AccountDialog dialog="name" form={form}>
      <TextField field={fields.fullName} label={t('register.fullName')} autoComplete="name" />
    </AccountDialog>
  );
}

/** Asks for the password and a new e-mail, which applies once it is confirmed. */
export function ChangeEmailDialog({ email, ...given }: PageForm & { email: string }) {
  const [form, fields] = useForm<{ email: string; password: string }>({
    id: 'change-email',
    ...given,
  });
  return (
    <AccountDialog dialog="email" form={form}>
      <p className="text-muted">
        <Trans
          i18nKey="accountPage.changeEmail.lead"
          values={{ email }}
          components={{ strong: <strong className="break-anywhere" /> }}
        />
      </p>
      <TextField
        field={fields.email}
        type="email"
        label={t('accountPage.changeEmail.email')}
        autoComplete="email"
      />
      <PasswordField
        field={fields.password}
        label={t('accountPage.changeEmail.password')}
        autoComplete="current-password"
      />
      <ForgotPasswordLink />
    </AccountDialog>
  );
}

/** Asks for the current password and a new one; the change ends every other session. */
export function ChangePasswordDialog({ email, ...given }: PageForm & { email: string }) {
  const [form, fields] = useForm<{ currentPassword: string; newPassword: string }>({
    id: 'change-password',
    ...given,
  });
  return (
    <AccountDialog dialog="password" form={form}>
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
        hint={t('register.passwordHint')}
        autoComplete="new-password"
      />
      <ForgotPasswordLink />
    </AccountDialog>
  );
}

const sentences = { name: 'changeName', email: 'changeEmail', password: 'changePassword' } as const;

interface AccountDialogProps {
  dialog: keyof typeof sentences;
  form: FormState;
  children: ReactNode;
}

/** The frame of a dialog that changes one thing of the person. */
function AccountDialog({ dialog, form, children }: AccountDialogProps) {
  const action = `${paths.account}?dialog=${dialog}`;
  return (
    <Dialog title={t(`accountPage.${sentences[dialog]}.title`)} closeTo={paths.account}>
      <ConformForm form={form} action={action}>
        {children}
        <SubmitButton name="intent" value={`change-${dialog}`}>
          {t(`accountPage.${sentences[dialog]}.submit`)}
        </SubmitButton>
      </ConformForm>
    </Dialog>
  );
}
