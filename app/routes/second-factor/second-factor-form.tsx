import { CheckboxField } from '#app/components/form/choice-field.tsx';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type AnsweredForm, useForm } from '#app/components/form/use-form.ts';
import { CodeField } from '#app/components/security/code-field.tsx';
import type { FactorKinds } from '#app/domain/access/second-factor.ts';
import { t } from '#app/i18n/t.ts';

/** /login/second-factor: asks for an app's code or a recovery code, and whether to remember this browser. */
export function SecondFactorForm({ factors, lastResult }: { factors: FactorKinds } & AnsweredForm) {
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
