import { Icon } from '../ui/icons.tsx';
import { AnswerNotice } from '../ui/notice.tsx';
import type { Field, FormState } from './use-form.ts';

/** The errors of one field, under the id in its control's `aria-describedby`. */
export function FieldErrors({ field }: { field: Pick<Field, 'errorId' | 'errors'> }) {
  if (!field.errors?.length) return null;
  return (
    <ul className="field__errors" id={field.errorId}>
      {field.errors.map((error) => (
        <li key={error}>
          <Icon name="alert-circle" />
          <span>{error}</span>
        </li>
      ))}
    </ul>
  );
}

/** The errors of the whole form, above its first field; screen readers announce them immediately. */
export function FormErrors({ form }: { form: FormState }) {
  if (!form.errors?.length) return null;
  return (
    <div id={form.errorId}>
      <AnswerNotice tone="danger" answer={form.errors}>
        {form.errors.map((error) => (
          <p key={error}>{error}</p>
        ))}
      </AnswerNotice>
    </div>
  );
}
