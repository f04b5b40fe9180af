import type { z } from 'zod';
import type { fieldErrors } from '#app/i18n/en/field-errors.ts';
import type { ErrorCode } from './catalogue.ts';

/** Every error of a form's field, by the name of its sentence. */
export type FieldErrorCode = keyof typeof fieldErrors;

/** The codes of refusals that are also errors of a field. */
export type FieldRefusalCode = ErrorCode & FieldErrorCode;

/** @returns the translation key that a schema gives as its message and a form shows beside the field. */
export function fieldError<Code extends FieldErrorCode>(code: Code): `fieldErrors.${Code}` {
  return `fieldErrors.${code}`;
}

/**
 * Options of a rule over several fields of a form. zod checks such a rule only when every field is valid; this one needs
 * only its own fields to be valid, so that a form shows all its errors together.
 * @param fields what the rule reads; the first field gets the error.
 */
export function acrossFields(fields: readonly [string, ...string[]], error: string) {
  const read: readonly PropertyKey[] = fields;
  return {
    error,
    path: [fields[0]],
    when: ({ issues }: z.core.ParsePayload) =>
      issues.every(({ path }) => path?.[0] !== undefined && !read.includes(path[0])),
  };
}
