import { z } from 'zod';
import { acrossFields, fieldError } from '../errors/field-errors.ts';
import { accountNameSchema } from './account-name.ts';
import { emailSchema, normalizeEmail } from './email.ts';
import { fullNameSchema } from './full-name.ts';
import { currentPasswordSchema, isPersonalPassword, newPasswordSchema } from './password.ts';
import { personalWords } from './personal-words.ts';

/** The registration form of /register and `POST /auth/register` (spec §2, §5). */
export const registrationSchema = z
  .object({
    fullName: fullNameSchema,
    email: emailSchema,
    confirmEmail: z.string({ error: fieldError('email_mismatch') }).trim(),
    password: newPasswordSchema,
    accountName: accountNameSchema,
    newsletter: z.boolean().default(false),
    // The request's size bounds it; the human check verifies it.
    humanCheck: z.string({ error: fieldError('human_check') }).min(1, fieldError('human_check')),
    /** The browser's zone, filled in by script; the survey asks again. */
    timezone: z.string().max(64).optional(),
  })
  .refine(
    ({ email, confirmEmail }) => normalizeEmail(email) === normalizeEmail(confirmEmail),
    acrossFields(['confirmEmail', 'email'], fieldError('email_mismatch')),
  )
  .refine(
    (form) => !isPersonalPassword(form.password, personalWords(form)),
    acrossFields(['password', 'fullName', 'email', 'accountName'], fieldError('password_personal')),
  );
export type Registration = z.infer<typeof registrationSchema>;

/** The form of an invited person without an account, and of /confirm-email?token= in a browser that did not register. */
export const newPersonSchema = z.object({ fullName: fullNameSchema, password: newPasswordSchema });

/** The sign-in form of /login: a user name or an e-mail, and the password. */
export const signInSchema = z.object({
  login: z
    .string({ error: fieldError('login_required') })
    .trim()
    .min(1, fieldError('login_required'))
    .max(254, fieldError('email_invalid')),
  password: currentPasswordSchema,
});

/** /magic-link and /forgot-password: where to send the link (spec §5). */
export const linkRequestSchema = z.object({ email: emailSchema });

/** /reset-password?token=. */
export const resetPasswordSchema = z.object({ newPassword: newPasswordSchema });

/** The change name dialog: the rules of a full name at registration (spec §5). */
export const changeNameSchema = z.object({ fullName: fullNameSchema });

/** The change e-mail dialog (spec §2): the use case checks that it is a new address. */
export const changeEmailSchema = z.object({ email: emailSchema, password: currentPasswordSchema });

/** The change password dialog (spec §2). */
export const changePasswordSchema = z.object({
  currentPassword: currentPasswordSchema,
  newPassword: newPasswordSchema,
});
