import type { Field, FormState } from './use-form.ts';

/** Ids of the elements that describe a control, besides its error. */
interface Described {
  describedBy?: string | undefined;
}

/** @returns the attributes of a form element that the server validates. */
export function formProps({ id, errorId, errors }: FormState) {
  return { id, noValidate: true, 'aria-describedby': errors && errorId };
}

/** @returns what every control of a field has: its names, and which of its error and hint describe it. */
export function controlProps(field: Field, { describedBy }: Described = {}) {
  const { id, name, formId, errorId, errors, required } = field;
  return {
    id,
    name,
    form: formId,
    required: required || undefined,
    'aria-invalid': errors ? true : undefined,
    'aria-describedby': [errors && errorId, describedBy].filter(Boolean).join(' ') || undefined,
  };
}

/** @returns the attributes of a text control, with its bounds. A password's is never written: `hasValue` false. */
export function textProps(
  field: Field,
  { hasValue = true, ...described }: Described & { hasValue?: boolean } = {},
) {
  const { minLength, maxLength, pattern } = field;
  return {
    ...controlProps(field, described),
    minLength,
    maxLength,
    pattern,
    defaultValue: hasValue ? textOf(field) : undefined,
  };
}

/** @returns the attributes of a select or a textarea, which have no pattern. */
export function selectProps(field: Field, described: Described = {}) {
  return { ...controlProps(field, described), defaultValue: textOf(field) };
}

/** @returns the attributes of a checkbox that means yes. */
export function checkboxProps(field: Field, described: Described = {}) {
  return {
    ...controlProps(field, described),
    type: 'checkbox' as const,
    value: 'on',
    defaultChecked: field.initialValue === 'on',
  };
}

/** @returns the attributes of each of a field's radio buttons or checkboxes. The group is described and invalid, not its buttons. */
export function choiceProps(field: Field, type: 'radio' | 'checkbox', values: readonly string[]) {
  const { id, name, formId, required, initialValue } = field;
  return values.map((value) => ({
    id: `${id}-${value}`,
    name,
    form: formId,
    type,
    value,
    // A group of checkboxes needs one of them, not each.
    required: (type === 'radio' && required) || undefined,
    defaultChecked: Array.isArray(initialValue) ? initialValue.includes(value) : initialValue === value,
  }));
}

function textOf({ initialValue }: Field): string | undefined {
  return typeof initialValue === 'string' ? initialValue : undefined;
}
