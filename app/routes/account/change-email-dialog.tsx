import { ConformForm } from '#app/components/form/conform-form.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type PageForm, useForm } from '#app/components/form/use-form.ts';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';

const action = `${paths.account}?dialog=email`;

export interface ChangeEmailDialogProps extends PageForm {
  /** The current e-mail. */
  email: string;
}

/** Asks for the password and a new e-mail, which applies once it is confirmed. */
export function ChangeEmailDialog({ email, ...given }: ChangeEmailDialogProps) {
  const [form, fields] = useForm<{ email: string; password: string }>({
    id: 'change-email',
    ...given,
  });
  return (
    <Dialog title={t('accountPage.changeEmail.title')} closeTo={paths.account}>
      <ConformForm form={form} action={action}>
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
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          field={fields.password}
          label={t('accountPage.changeEmail.password')}
          autoComplete="current-password"
        />
        <SubmitButton name="intent" value="change-email">
          {t('accountPage.changeEmail.submit')}
        </SubmitButton>
      </ConformForm>
    </Dialog>
  );
}
