import { type ReactNode, useId } from 'react';
import { Icon } from '#app/components/ui/icons.tsx';

export interface FilterSelectProps {
  name: string;
  label: string;
  value: string;
  /** `option` elements. */
  children: ReactNode;
}

/** One choice of a list's filter, a form whose fields are in the page's address. */
export function FilterSelect({ name, label, value, children }: FilterSelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="input-box input-box--select">
        <select id={id} className="input-box__input" name={name} defaultValue={value}>
          {children}
        </select>
        <Icon name="chevron-down" />
      </div>
    </div>
  );
}
