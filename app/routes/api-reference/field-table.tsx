import { t } from '#app/i18n/t.ts';
import type { ReferenceField } from './reference.ts';

/** The fields of a body or an answer, one a row. */
export function FieldTable({ label, fields }: { label: string; fields: readonly ReferenceField[] }) {
  return (
    <ul className="api-fields" aria-label={label}>
      {fields.map(({ name, type, isRequired }) => (
        <li key={name}>
          <code>{name}</code> <code className="api-fields__type">{type}</code>{' '}
          <span className="text-muted">
            {t(isRequired ? 'api.reference.required' : 'api.reference.optional')}
          </span>
        </li>
      ))}
    </ul>
  );
}
