import { z } from 'zod';
import { fieldError } from '../errors/field-errors.ts';

const FULL_NAME_MAX_LENGTH = 100;
/** Spec §5: none of & < > ! ` / = { } ; : . " \ — and no control characters, which would break a mail's header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point.
const allowedCharacters = /^[^&<>!`/={};:."\\\u0000-\u001f\u007f]*$/u;

export const fullNameSchema = z
  .string({ error: fieldError('full_name_required') })
  .trim()
  .min(1, fieldError('full_name_required'))
  .max(FULL_NAME_MAX_LENGTH, fieldError('full_name_too_long'))
  .regex(allowedCharacters, fieldError('full_name_characters'));
