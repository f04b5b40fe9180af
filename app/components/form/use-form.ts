import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Constraint, FormConstraints } from '#app/domain/forms/constraints.ts';

/** The metadata of a field for its control; Conform's own metadata is compatible. */
export interface Field extends Constraint {
  id: string;
  name: string;
  formId: string;
  errorId: string;
  descriptionId: string;
  /** Undefined without an error. */
  errors?: string[] | undefined;
  /** The initial value, as a form posts it: a ticked checkbox is `on`. */
  initialValue?: unknown;
}

/** A form as a whole. */
export type FormState = Pick<Field, 'id' | 'errorId' | 'errors'>;

/** The fields of a form by their names. A field whose value is an object has nested fields. */
export type Fieldset<Values> = {
  readonly [Name in keyof Values]-?: Field &
    (NonNullable<Values[Name]> extends unknown[] | File
      ? unknown
      : NonNullable<Values[Name]> extends object
        ? { getFieldset(): Fieldset<NonNullable<Values[Name]>> }
        : unknown);
};

export interface AnsweredForm {
  /** The server's last answer to the form. Its errors stay until the next one. */
  lastResult: SubmissionResult | undefined;
}

/** What a page gives its form. */
export interface PageForm extends AnsweredForm {
  constraint: FormConstraints;
}

export interface FormOptions<Values> extends Partial<PageForm> {
  /** The form element's id; fields' ids begin with it. */
  id?: string;
  defaultValue?: { [Name in keyof Values]?: Values[Name] | null | undefined };
}

/**
 * Shows the answer of `parseForm` beside a form's fields, and focuses the first wrong one. Conform's own hook costs each
 * page with a form 8 kB more, for what only /invite-teammate uses (docs/decisions/forms.md).
 */
export function useForm<Values>(options: FormOptions<Values>): [FormState, Fieldset<Values>] {
  const generatedId = useId();
  const { id = generatedId, lastResult, constraint = {}, defaultValue } = options;
  // Input stays in the browser's form: only the first render takes values from an answer, which has none of a form that was not read.
  const [initialValue] = useState(() => {
    const posted = lastResult?.initialValue ?? {};
    return Object.keys(posted).length > 0 ? posted : defaultValue;
  });
  const [result, setResult] = useState(lastResult);
  if (lastResult && lastResult !== result) setResult(lastResult);
  const error: Record<string, string[] | null> = (lastResult ?? result)?.error ?? {};
  useFocusOnError(id, lastResult);

  const fieldAt = (path: readonly string[]): Field & { getFieldset(): object } => {
    const name = path.join('.');
    const fieldId = `${id}-${name}`;
    return {
      ...constraint[name],
      id: fieldId,
      name,
      formId: id,
      errorId: `${fieldId}-error`,
      descriptionId: `${fieldId}-description`,
      errors: error[name] ?? undefined,
      initialValue: formatPostedValue(path.reduce(propertyOf, initialValue)),
      getFieldset: () => fieldsetAt(path),
    };
  };
  const fieldsetAt = (path: readonly string[]) =>
    new Proxy({}, { get: (_fields, name) => fieldAt([...path, String(name)]) });

  const form = { id, errorId: `${id}-error`, errors: error[''] ?? undefined };
  return [form, fieldsetAt([]) as Fieldset<Values>];
}

/** Focuses the first wrong control once an answer arrives; not on a page that came with its answer. */
function useFocusOnError(formId: string, lastResult: FormOptions<unknown>['lastResult']): void {
  const seen = useRef(lastResult);
  useEffect(() => {
    if (!lastResult || lastResult === seen.current) return;
    seen.current = lastResult;
    if (lastResult.status !== 'error') return;
    const form = document.getElementById(formId);
    if (!form) return;
    // The empty name is that of the form's own error.
    const wrong = [
      ...form.querySelectorAll<HTMLElement>(':is(input, select, textarea)[name]:not([name=""])'),
    ].find((control) => lastResult.error?.[control.getAttribute('name') ?? '']);
    wrong?.focus();
  }, [formId, lastResult]);
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** @returns a default value as a form posts it. */
function formatPostedValue(value: unknown): unknown {
  return value === true ? 'on' : value === false ? undefined : value;
}
