import { z } from 'zod';
import { confirmByCodeSchema, confirmByPasswordSchema } from '#app/domain/access/second-factor-forms.ts';
import { linkRequestSchema, registrationSchema, signInSchema } from '#app/domain/account/forms.ts';
import { fullNameSchema } from '#app/domain/account/full-name.ts';
import { newPasswordSchema } from '#app/domain/account/password.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';

const required = z.string({ error: fieldError('required') });

/** `POST /auth/register`: the form's fields, and nothing else; of the types that JSON has and a form has not. */
export const registerBody = z
  .strictObject({
    ...registrationSchema.shape,
    newsletter: z.boolean({ error: fieldError('choose_one') }).optional(),
    timezone: z
      .string({ error: fieldError('timezone_unknown') })
      .max(64, fieldError('timezone_unknown'))
      .optional(),
  })
  .pipe(registrationSchema);

/** `POST /auth/login`. */
export const loginBody = signInSchema
  .extend({
    secondFactor: z
      .string({ error: fieldError('code_required') })
      .max(64)
      .optional(),
  })
  .strict();

/** `POST /auth/confirm-access`: the password, or for who has a second factor its code. */
export const confirmAccessBody = z.strictObject({
  ...confirmByCodeSchema.partial().shape,
  ...confirmByPasswordSchema.partial().shape,
});

/** `POST /auth/login/code`. */
export const loginCodeBody = z.strictObject({ code: required });

/** `POST /auth/confirm-email`. */
export const confirmEmailBody = z.strictObject({
  token: required,
  /** Needed unless the call comes with the session of the registration. */
  password: newPasswordSchema.optional(),
  fullName: fullNameSchema.optional(),
});

/** `POST /user/magic-link`. */
export const magicLinkBody = linkRequestSchema.strict();

/** Above any genuine one; what is longer is not worth reading. */
const TOKEN_MAX_LENGTH = 4_096;

/** `POST /workspace/login-code`. */
export const workspaceLoginCodeBody = z.strictObject({ token: z.string().max(TOKEN_MAX_LENGTH) });
