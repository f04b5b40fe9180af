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
  /** `shownDetailsOf` the details. */
  shown: string;
  countries: ReadonlyArray<{ code: string; name: string }>;
  constraint: FormConstraints;
  lastResult: SubmissionResult | undefined;
}

const FORM_ID = 'billing-details';

/** The billing details on invoices. */
export function BillingDetailsForm(props: BillingDetailsFormProps) {
  const [form] = useForm({ id: FORM_ID, lastResult: props.lastResult ?? null });
  return (
    <Card title={t('billing.details.title')}>
      <p className="text-muted">{t('billing.details.lead')}</p>
      <PostForm action={paths.billing} {...formProps(form)} className="form">
        <FormErrors form={form} />
        {/* Keyed by what is saved, which the fields then show; the button keeps its focus. */}
        <Fields key={props.shown} {...props} />
        <SubmitButton name="intent" value="details" variant="secondary">
          {t('billing.details.submit')}
        </SubmitButton>
      </PostForm>
    </Card>
  );
}

function Fields({ details, shown, countries, constraint, lastResult }: BillingDetailsFormProps) {
  const [, fields] = useForm<Record<Name | 'shownDetails', string>>({
    id: FORM_ID,
    lastResult: lastResult ?? null,
    defaultValue: { ...details, shownDetails: shown },
    constraint,
  });
  const { name, initialValue } = fields.shownDetails;
  return (
    <>
      <input type="hidden" name={name} value={String(initialValue)} />
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
        options={countries.map((country) => ({ value: country.code, label: country.name }))}
      />
    </>
  );
}
