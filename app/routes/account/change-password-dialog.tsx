import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { FormConstraints } from '#app/components/form/constraints.ts';
import { FormErrors } from '#app/components/form/error-list.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { paths } from '#app/http/paths.ts';

const action = `${paths.account}?dialog=password`;

export interface ChangePasswordDialogProps {
  constraint: FormConstraints;
  lastResult: SubmissionResult | undefined;
}

/** Asks for the present password and a new one; every other session ends with it. */
export function ChangePasswordDialog({ constraint, lastResult }: ChangePasswordDialogProps) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ presentPassword: string; newPassword: string }>({
    id: 'change-password',
    lastResult,
    constraint,
  });
  return (
    <Dialog title={t('accountPage.changePassword.title')} closeTo={paths.account}>
      <Form method="post" action={action} {...getFormProps(form)} className="form">
        <FormErrors form={form} />
        <p className="text-muted">{t('accountPage.changePassword.lead')}</p>
        <PasswordField
          field={fields.presentPassword}
          label={t('accountPage.changePassword.presentPassword')}
          autoComplete="current-password"
        />
        <PasswordField
          field={fields.newPassword}
          label={t('accountPage.changePassword.newPassword')}
          hint={t('accountPage.changePassword.newPasswordHint')}
          autoComplete="new-password"
        />
        <SubmitButton action={action} name="intent" value="change-password">
          {t('accountPage.changePassword.submit')}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}
