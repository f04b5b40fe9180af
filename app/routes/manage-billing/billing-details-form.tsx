import { ConformForm } from '#app/components/form/conform-form.tsx';
import { SelectField, TextField } from '#app/components/form/field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type PageForm, useForm } from '#app/components/form/use-form.ts';
import { Card } from '#app/components/ui/card.tsx';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

export interface BillingDetailsFormProps extends PageForm {
  details: Record<Name, string | null>;
  /** `shownDetailsOf` the details. */
  shown: string;
  countries: ReadonlyArray<{ code: string; name: string }>;
}

const FORM_ID = 'billing-details';
const texts = [
  { name: 'companyName', autoComplete: 'organization' },
  { name: 'taxId', autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
  { name: 'addressLine', autoComplete: 'address-line1' },
  { name: 'postalCode', autoComplete: 'postal-code' },
  { name: 'city', autoComplete: 'address-level2' },
] as const;

type Name = (typeof texts)[number]['name'] | 'country';

/** The billing details on invoices. */
export function BillingDetailsForm(props: BillingDetailsFormProps) {
  const [form] = useForm({ id: FORM_ID, lastResult: props.lastResult });
  return (
    <Card title={t('billing.details.title')}>
      <p className="text-muted">{t('billing.details.lead')}</p>
      <ConformForm form={form} action={paths.billing}>
        {/* Keyed by what is saved, which the fields then show; the button keeps its focus. */}
        <Fields key={props.shown} {...props} />
        <SubmitButton name="intent" value="details" variant="secondary">
          {t('billing.details.submit')}
        </SubmitButton>
      </ConformForm>
    </Card>
  );
}

function Fields({ details, shown, countries, ...given }: BillingDetailsFormProps) {
  const [, fields] = useForm<Record<Name | 'shownDetails', string>>({
    id: FORM_ID,
    defaultValue: { ...details, shownDetails: shown },
    ...given,
  });
  const { name, initialValue } = fields.shownDetails;
  return (
    <>
      <input type="hidden" name={name} value={String(initialValue)} />
      {texts.map(({ name: text, ...attributes }) => (
        <TextField
          key={text}
          field={fields[text]}
          label={t(`billing.details.${text}`)}
          hint={text === 'taxId' && t('billing.details.taxIdHint')}
          {...attributes}
          isOptional
        />
      ))}
      <SelectField
        field={fields.country}
        label={t('billing.details.country')}
        autoComplete="country"
        options={countries.map((country) => ({ value: country.code, label: country.name }))}
      />
    </>
  );
}
