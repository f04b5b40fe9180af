import { z } from 'zod';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { isAvailableTo } from './countries.ts';

/** As much as fits on an invoice's line. */
const line = z
  .string()
  .trim()
  .max(100, fieldError('text_too_long'))
  .optional()
  .transform((text) => text || null);

/** Whom the bills name. The country decides the tax, so there is always one. */
export const billingDetailsSchema = z.object({
  companyName: line,
  taxId: line,
  addressLine: line,
  city: line,
  postalCode: line,
  country: z.string(fieldError('choose_one')).refine(isAvailableTo, fieldError('choose_one')),
});

/** Cancelling; whether the name is the workspace's, the use case says. */
export const cancelSchema = z.object({
  workspaceName: z.string(fieldError('workspace_name_mismatch')),
});
