import { z } from 'zod';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { isAvailableTo } from './countries.ts';
import type { BillingDetails } from './provider-port.ts';

/** The length that fits on an invoice's line. */
const line = z
  .string()
  .trim()
  .max(100, fieldError('text_too_long'))
  .optional()
  .transform((text) => text || null);

const details = {
  companyName: line,
  taxId: line,
  addressLine: line,
  city: line,
  postalCode: line,
  country: z.string(fieldError('choose_one')).refine(isAvailableTo, fieldError('choose_one')),
};

/** The name and address on bills. The country decides the tax, so it is required. */
export const billingDetailsSchema = z
  .object({
    ...details,
    /** The details when the form was rendered, as `shownDetailsOf` writes them. */
    shownDetails: z.string().max(2_000).optional(),
  })
  .transform(({ shownDetails, ...posted }): Partial<BillingDetails> => {
    const shown = shownDetails?.split(SEPARATOR);
    // An unchanged value is not a change: a form left open would otherwise undo what another person saved.
    return Object.fromEntries(
      Object.entries(posted).filter(([name, value]) => {
        const known = shown?.[Object.keys(details).indexOf(name)];
        return known === undefined || known !== (value ?? '');
      }),
    );
  });

/** Rare in a line of text, whose form then changes all details; a hidden field keeps it, unlike a line break. */
const SEPARATOR = '\t';

/** @returns the details of a form, from which the server tells what changed. */
export function shownDetailsOf(shown: BillingDetails): string {
  return Object.keys(details)
    .map((name) => shown[name as keyof BillingDetails]?.trim() ?? '')
    .join(SEPARATOR);
}

/** The cancel form; the use case checks whether the name is the workspace's. */
export const cancelSchema = z.object({
  workspaceName: z.string(fieldError('workspace_name_mismatch')),
  shown: z.string().default(''),
});
