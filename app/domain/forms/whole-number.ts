import { z } from 'zod';

/** @returns the schema of a whole number, from a form's text or an API's number. @param error of anything else. */
export function wholeNumber(error: string) {
  const digits = z
    .string()
    .trim()
    .regex(/^\d+$/)
    // However long, it is above every maximum, and no word.
    .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER));
  return z.union([z.number(), digits], { error }).pipe(z.number().refine(Number.isInteger, error));
}
