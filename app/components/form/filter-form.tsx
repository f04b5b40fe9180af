import { Form } from '@remix-run/react';
import { type ReactNode, useId } from 'react';
import { Options, SelectBox } from '#app/components/ui/select-box.tsx';
import { t } from '#app/i18n/t.ts';
import { SubmitButton } from './submit-button.tsx';

/**
 * The filter of a list, in the page's address. The caller gives it a key of the filter's values: otherwise its fields keep
 * their input when the address changes.
 */
export function FilterForm({ children }: { children: ReactNode }) {
  return (
    <Form method="get" className="filter" preventScrollReset>
      {children}
      <SubmitButton variant="secondary">{t('ui.filter.submit')}</SubmitButton>
    </Form>
  );
}

export interface FilterSelectProps {
  name: string;
  label: string;
  value: string;
  /** `option` elements. */
  children: ReactNode;
}

/** A choice in the form of a filter. */
export function FilterSelect({ name, label, value, children }: FilterSelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <SelectBox id={id} name={name} defaultValue={value}>
        {children}
      </SelectBox>
    </div>
  );
}

const orders = ['newest', 'oldest'] as const;

/** The order of a list. */
export function OrderSelect({ order }: { order: (typeof orders)[number] }) {
  return (
    <FilterSelect name="order" label={t('ui.filter.order')} value={order}>
      <Options values={orders} labelOf={(value) => t(`ui.filter.${value}First`)} />
    </FilterSelect>
  );
}
