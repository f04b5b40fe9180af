import type { FieldMetadata, FormMetadata } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import type { FieldErrorCode } from '#app/domain/errors/field-errors.ts';
import { Icon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';

/** Translates what a schema or a use case gave as its message: an i18n key, to TypeScript a string like others. */
function useErrorText() {
  const { t } = useTranslation();
  return (key: string) => t(key as `fieldErrors.${FieldErrorCode}`);
}

export interface FieldErrorsProps {
  field: Pick<FieldMetadata, 'errorId' | 'errors'>;
}

/** What is wrong with one field, under the id that its control is described by. */
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

/** What is wrong with the form as a whole, announced at once. Stands above the first field. */
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
