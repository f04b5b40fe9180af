import { type ReactNode, useId } from 'react';
import { SelectBox } from '#app/components/ui/select-box.tsx';

export interface FilterSelectProps {
  name: string;
  label: string;
  value: string;
  /** `option` elements. */
  children: ReactNode;
}

/** A choice in a list's filter form, whose fields are in the page's address. */
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
