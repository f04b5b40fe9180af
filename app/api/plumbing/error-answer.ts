import { z } from 'zod';
import { type ErrorCode, errorCatalogue } from '#app/domain/errors/catalogue.ts';

const codes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];

/** Every refusal and failure (design §3). `fields` names the wrong fields of a body, by their path. */
export const errorAnswer = z
  .strictObject({
    error: z.string(),
    code: z.enum(codes),
    fields: z.record(z.string(), z.string()).optional(),
    position: z.strictObject({ line: z.int(), column: z.int() }).optional(),
  })
  .meta({ id: 'Error' });
