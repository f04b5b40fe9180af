import { fieldError } from '../errors/field-errors.ts';
import { displayName } from './display-name.ts';

/** Spec §5: none of & < > ! ` / = { } ; : . " \ */
const allowedCharacters = /^[^&<>!`/={};:."\\]*$/u;

/** A person's full name: at registration, and when an invitation is accepted. */
export const fullNameSchema = displayName({
  max: 100,
  required: fieldError('full_name_required'),
  tooLong: fieldError('full_name_too_long'),
}).regex(allowedCharacters, fieldError('full_name_characters'));
