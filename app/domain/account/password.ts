import { z } from 'zod';
import { fieldError } from '../errors/field-errors.ts';

const PASSWORD_MIN_LENGTH = 8;
const PASSWORD_MAX_LENGTH = 64;

/** A new password (spec §5). Never trimmed: spaces are part of it. Length counts characters, not UTF-16 units. */
export const newPasswordSchema = z
  .string({ error: fieldError('password_required') })
  .refine((value) => [...value].length >= PASSWORD_MIN_LENGTH, fieldError('password_too_short'))
  .refine((value) => [...value].length <= PASSWORD_MAX_LENGTH, fieldError('password_too_long'));

/** A password given to sign in: only its presence and a bound on what gets hashed; the hash decides the rest. */
export const presentPasswordSchema = z
  .string({ error: fieldError('password_required') })
  .max(PASSWORD_MAX_LENGTH * 4, fieldError('password_too_long'));
