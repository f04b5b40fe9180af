import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { FormConstraints } from '#app/components/form/constraints.ts';
import { FormErrors } from '#app/components/form/error-list.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Page } from '#app/components/ui/page.tsx';

export interface ResetPasswordFormProps {
  constraint: FormConstraints;
  lastResult: SubmissionResult | undefined;
}

/** What a mailed link to a new password opens. It posts to the address it stands at, with the token in it. */
export function ResetPasswordForm({ constraint, lastResult }: ResetPasswordFormProps) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ newPassword: string }>({
    id: 'reset-password',
    lastResult,
    constraint,
  });
  return (
    <Page title={t('resetPassword.title')} lead={t('resetPassword.lead')} width="narrow">
      <Form method="post" {...getFormProps(form)} className="form">
        <FormErrors form={form} />
        <PasswordField
          field={fields.newPassword}
          label={t('resetPassword.newPassword')}
          hint={t('resetPassword.newPasswordHint')}
          autoComplete="new-password"
        />
        <SubmitButton size="lg">{t('resetPassword.submit')}</SubmitButton>
      </Form>
    </Page>
  );
}
