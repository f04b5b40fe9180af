import { z } from 'zod';
import { displayName } from '../account/display-name.ts';
import { fieldError } from '../errors/field-errors.ts';
import { apiScopes, apiTokenLifetimes } from './api-token.ts';

/** The form of /account/tokens; a separate file, so that the browser does not load zod. */
export const apiTokenSchema = z.object({
  name: displayName({
    max: 60,
    required: fieldError('token_name_required'),
    tooLong: fieldError('token_name_too_long'),
  }),
  scopes: z
    .array(z.enum(apiScopes, { error: fieldError('choose_one') }), { error: fieldError('scopes_required') })
    .min(1, fieldError('scopes_required')),
  lifetime: z.enum(apiTokenLifetimes, { error: fieldError('choose_one') }),
});
export type NewApiToken = z.output<typeof apiTokenSchema>;
