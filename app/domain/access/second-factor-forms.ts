import { z } from 'zod';
import { displayName } from '../account/display-name.ts';
import { currentPasswordSchema } from '../account/password.ts';
import { parseOptionalJson } from '../encoding/parse-json.ts';
import { fieldError } from '../errors/field-errors.ts';

const NAME_MAX_LENGTH = 60;
/** Above any genuine answer of an authenticator. */
const ANSWER_MAX_LENGTH = 16_384;

/** A person's name for their app or passkey. */
const factorName = displayName({
  max: NAME_MAX_LENGTH,
  required: fieldError('factor_name_required'),
  tooLong: fieldError('token_name_too_long'),
});
/** A code of an app or a recovery code, as typed. */
const code = z
  .string({ error: fieldError('code_required') })
  .trim()
  .min(1, fieldError('code_required'))
  .max(64, fieldError('code_required'));
/** A passkey's answer: any JSON; the ceremony checks it. */
const answer = z
  .string({ error: fieldError('required') })
  .max(ANSWER_MAX_LENGTH, fieldError('required'))
  // No passkey answers null: the ceremony refuses it.
  .transform((text) => parseOptionalJson(text) ?? null);

/** /login/second-factor: the code, and whether to remember this browser. */
export const secondFactorSchema = z.object({ code, remember: z.boolean().default(false) });
/** A passkey instead of a code; also for /login and /account/confirm-access. */
export const passkeyAnswerSchema = z.object({ answer, remember: z.boolean().default(false) });
/** /account/confirm-access: the first for people with a second factor, the second for everyone else. */
export const confirmByCodeSchema = z.object({ code });
export const confirmByPasswordSchema = z.object({ password: currentPasswordSchema });
/** /account/security. */
export const addAppSchema = z.object({ name: factorName, code });
export const addPasskeySchema = z.object({ name: factorName, answer });
