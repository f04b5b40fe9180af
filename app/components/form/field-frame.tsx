import type { ReactNode } from 'react';
import { t } from '#app/i18n/t.ts';
import { FieldErrors } from './error-list.tsx';
import type { Field } from './use-form.ts';

/** Props of every field. */
export interface FieldBaseProps {
  field: Field;
  label: ReactNode;
  hint?: ReactNode;
  /** Shows "optional" beside the label. */
  isOptional?: boolean | undefined;
}

/** The frame of every field with a single control: label, hint, control, errors. */
export function FieldFrame({
  field,
  label,
  hint,
  isOptional,
  children,
}: FieldBaseProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={field.id}>
        {label}
        {isOptional && <span className="field__optional"> {t('ui.optional')}</span>}
      </label>
      {children}
      {hint && (
        <div className="field__hint" id={field.descriptionId}>
          {hint}
        </div>
      )}
      <FieldErrors field={field} />
    </div>
  );
}
