import { z } from 'zod';
import { configurationSchema } from '#app/domain/instance/settings-form.ts';

/** `PUT /instance/configuration`; a `status`, whatever it is, is what a client got and sends back (spec §7). */
export const configurationBody = configurationSchema
  .extend({ status: z.unknown().optional() })
  .transform(({ status: _status, ...change }) => change);
