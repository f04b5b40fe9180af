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
