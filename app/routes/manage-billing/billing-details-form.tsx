import type { SubmissionResult } from '@conform-to/react';
import { formProps } from '#app/components/form/control-props.ts';
import { FormErrors } from '#app/components/form/error-list.tsx';
import { SelectField, TextField } from '#app/components/form/field.tsx';
import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { useForm } from '#app/components/form/use-form.ts';
import { Card } from '#app/components/ui/card.tsx';
import type { FormConstraints } from '#app/domain/forms/constraints.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

type Name = 'companyName' | 'taxId' | 'addressLine' | 'city' | 'postalCode' | 'country';

export interface BillingDetailsFormProps {
  details: Record<Name, string | null>;
  countries: ReadonlyArray<{ code: string; name: string }>;
  constraint: FormConstraints;
  lastResult: SubmissionResult | undefined;
}

/** The billing details on invoices. */
export function BillingDetailsForm({ details, countries, constraint, lastResult }: BillingDetailsFormProps) {
  const [form, fields] = useForm<Record<Name, string>>({
    id: 'billing-details',
    lastResult: lastResult ?? null,
    defaultValue: details,
    constraint,
  });
  return (
    <Card title={t('billing.details.title')}>
      <p className="text-muted">{t('billing.details.lead')}</p>
      <PostForm action={paths.billing} {...formProps(form)} className="form">
        <FormErrors form={form} />
        <TextField
          field={fields.companyName}
          label={t('billing.details.companyName')}
          autoComplete="organization"
          isOptional
        />
        <TextField
          field={fields.taxId}
          label={t('billing.details.taxId')}
          hint={t('billing.details.taxIdHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          isOptional
        />
        <TextField
          field={fields.addressLine}
          label={t('billing.details.addressLine')}
          autoComplete="address-line1"
          isOptional
        />
        <TextField
          field={fields.postalCode}
          label={t('billing.details.postalCode')}
          autoComplete="postal-code"
          isOptional
        />
        <TextField
          field={fields.city}
          label={t('billing.details.city')}
          autoComplete="address-level2"
          isOptional
        />
        <SelectField
          field={fields.country}
          label={t('billing.details.country')}
          autoComplete="country"
          options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <SubmitButton name="intent" value="details" variant="secondary">
          {t('billing.details.submit')}
        </SubmitButton>
      </PostForm>
    </Card>
  );
}
