import { z } from 'zod';
import { fieldError } from '../errors/field-errors.ts';

const APPS_MAX = 500;
const APP_NAME_MAX_LENGTH = 120;

/** The app picker (spec §5): at least one app, by the catalogue's names. */
export const selectedAppsSchema = z.object({
  apps: z
    .array(z.string().max(APP_NAME_MAX_LENGTH, fieldError('app_unknown')), {
      error: fieldError('apps_required'),
    })
    .min(1, fieldError('apps_required'))
    .max(APPS_MAX, fieldError('app_unknown')),
});
