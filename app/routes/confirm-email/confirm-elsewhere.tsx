import { ConformForm } from '#app/components/form/conform-form.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type PageForm, useForm } from '#app/components/form/use-form.ts';
import { Page } from '#app/components/ui/page.tsx';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';

interface ConfirmElsewhereProps extends PageForm {
  token: string;
  person: { fullName: string; email: string; accountName: string };
}

/**
 * The mailed link's page in a browser that did not register. A stranger may have chosen the name: only the field shows
 * it.
 */
export function ConfirmElsewhere({ token, person, ...given }: ConfirmElsewhereProps) {
  const { fullName, email, accountName } = person;
  const [form, fields] = useForm<{ fullName: string; password: string }>({
    id: 'confirm-elsewhere',
    ...given,
    defaultValue: { fullName },
  });
  return (
    <Page
      title={t('confirm.elsewhere.title')}
      lead={<Trans i18nKey="confirm.elsewhere.lead" values={{ email, accountName }} />}
      width="narrow"
    >
      <p>{t('confirm.elsewhere.signsOut')}</p>
      <ConformForm form={form} action={`${paths.confirmEmail}?${new URLSearchParams({ token })}`}>
        <TextField field={fields.fullName} label={t('register.fullName')} autoComplete="name" />
        {/* The user name under which a password manager files the new password. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          field={fields.password}
          label={t('register.password')}
          hint={t('confirm.elsewhere.passwordHint')}
          autoComplete="new-password"
        />
        <SubmitButton size="lg">{t('confirm.link.submit')}</SubmitButton>
      </ConformForm>
    </Page>
  );
}
