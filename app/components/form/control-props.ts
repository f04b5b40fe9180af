import type { Field, FormState } from './use-form.ts';

/** @returns the attributes of a form element that the server validates. */
export function formProps({ id, errorId, errors }: FormState) {
  return { id, noValidate: true, 'aria-describedby': errors && errorId };
}

/** @returns what every control of a field has: its names, and which of its error and hint describe it. */
export function controlProps(field: Field, hasHint = false) {
  const { id, name, formId, errorId, descriptionId, errors, required } = field;
  return {
    id,
    name,
    form: formId,
    required: required || undefined,
    'aria-invalid': errors ? true : undefined,
    'aria-describedby': [errors && errorId, hasHint && descriptionId].filter(Boolean).join(' ') || undefined,
  };
}

/** @returns the attributes of a text control, with its bounds. */
export function textProps(field: Field, hasHint = false) {
  const { minLength, maxLength, pattern } = field;
  return { ...selectProps(field, hasHint), minLength, maxLength, pattern };
}

/** @returns the attributes of a select, and the part of a text control without its bounds. */
export function selectProps(field: Field, hasHint = false) {
  const { initialValue } = field;
  const defaultValue = typeof initialValue === 'string' ? initialValue : undefined;
  return { ...controlProps(field, hasHint), defaultValue };
}

/** @returns the attributes of a checkbox that means yes. */
export function checkboxProps(field: Field, hasHint = false) {
  return {
    ...controlProps(field, hasHint),
    type: 'checkbox' as const,
    value: 'on',
    defaultChecked: field.initialValue === 'on',
  };
}

/** @returns the attributes of each of a field's radio buttons or checkboxes. Their group has the description and errors. */
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
