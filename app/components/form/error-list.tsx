import type { FieldMetadata, FormMetadata } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import type { FieldErrorCode } from '#app/domain/errors/field-errors.ts';
import { Icon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';

/** Translates the message of a schema or a use case: an i18n key, which TypeScript knows as a string. */
function useErrorText() {
  const { t } = useTranslation();
  return (key: string) => t(key as `fieldErrors.${FieldErrorCode}`);
}

export interface FieldErrorsProps {
  field: Pick<FieldMetadata, 'errorId' | 'errors'>;
}

/** The errors of one field, under the id in its control's `aria-describedby`. */
export function FieldErrors({ field }: FieldErrorsProps) {
  const errorText = useErrorText();
  if (!field.errors?.length) return null;
  return (
    <ul className="field__errors" id={field.errorId}>
      {field.errors.map((key) => (
        <li key={key}>
          <Icon name="alert-circle" />
          <span>{errorText(key)}</span>
        </li>
      ))}
    </ul>
  );
}

export interface FormErrorsProps {
  form: Pick<FormMetadata, 'errorId' | 'errors'>;
}

/** The errors of the whole form, above its first field; screen readers announce them at once. */
export function FormErrors({ form }: FormErrorsProps) {
  const errorText = useErrorText();
  if (!form.errors?.length) return null;
  return (
    <div id={form.errorId}>
      <Notice tone="danger">
        {form.errors.map((key) => (
          <p key={key}>{errorText(key)}</p>
        ))}
      </Notice>
    </div>
  );
}
