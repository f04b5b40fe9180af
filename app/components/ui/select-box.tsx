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
