import { z } from 'zod';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { isAvailableTo } from './countries.ts';

/** The length that fits on an invoice's line. */
const line = z
  .string()
  .trim()
  .max(100, fieldError('text_too_long'))
  .optional()
  .transform((text) => text || null);

/** The name and address on bills. The country decides the tax, so it is required. */
export const billingDetailsSchema = z.object({
  companyName: line,
  taxId: line,
  addressLine: line,
  city: line,
  postalCode: line,
  country: z.string(fieldError('choose_one')).refine(isAvailableTo, fieldError('choose_one')),
});

/** The cancel form; the use case checks whether the name is the workspace's. */
export const cancelSchema = z.object({
  workspaceName: z.string(fieldError('workspace_name_mismatch')),
});
