import { z } from 'zod';
import { fieldError } from '../errors/field-errors.ts';

const EMAIL_MIN_LENGTH = 6;
/** RFC 5321, section 4.5.3.1.3: the longest path that a mail server must accept. */
const EMAIL_MAX_LENGTH = 254;
/** No mail server takes a longer part before the @ (RFC 5321, 4.5.3.1.1), and no name has a longer label (RFC 1035, 2.3.4). */
const PARTS = /^[^@]{1,64}@(?:[^.]{1,63}\.)+[^.]{1,63}$/;

/** An e-mail address as a person types it (spec §5): required, at least 6 characters, valid. */
export const emailSchema = z
  .string({ error: fieldError('email_required') })
  .trim()
  .min(EMAIL_MIN_LENGTH, fieldError('email_too_short'))
  .max(EMAIL_MAX_LENGTH, fieldError('email_invalid'))
  .pipe(
    z
      .email({ error: fieldError('email_invalid'), abort: true })
      .refine((email) => PARTS.test(email), fieldError('email_invalid')),
  );

/**
 * @returns the form in which addresses are compared: lower case, NFKC. Plus signs and dots stay:
 *   only some providers ignore them.
 */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
