import type { ComponentPropsWithRef } from 'react';
import { Icon } from './icons.tsx';

/** The browser's own list styled as a text box, with its arrow. Takes the attributes of a `select`. */
export function SelectBox({ children, ...props }: ComponentPropsWithRef<'select'>) {
  return (
    <div className="input-box input-box--select">
      <select className="input-box__input" {...props}>
        {children}
      </select>
      <Icon name="chevron-down" />
    </div>
  );
}

interface OptionsProps<Value extends string> {
  values: readonly Value[];
  labelOf(value: Value): string;
}

/** The options of a list, each with its words. */
export function Options<Value extends string>({ values, labelOf }: OptionsProps<Value>) {
  return values.map((value) => (
    <option key={value} value={value}>
      {labelOf(value)}
    </option>
  ));
}
