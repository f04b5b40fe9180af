import { z } from 'zod';
import { fieldError } from '../errors/field-errors.ts';

// The workspace's object decides whether a version or a zone exists; these schemas only bound the text.
const version = z.string({ error: fieldError('version_unknown') }).max(32, fieldError('version_unknown'));
const timezone = z.string({ error: fieldError('timezone_unknown') }).max(64, fieldError('timezone_unknown'));
const confirmName = z
  .string({ error: fieldError('breaking_change_unconfirmed') })
  .trim()
  .max(64, fieldError('breaking_change_unconfirmed'));

/** The settings form of /manage (spec §2, "Workspace settings"). */
export const settingsSchema = z
  .object({
    version: version.optional(),
    /** The selected version when the form was rendered. */
    shownVersion: version.optional(),
    timezone,
    /** The other settings when the form was rendered, as `shownSettingsOf` writes them. */
    shownSettings: z.string().max(100).optional(),
    saveExecutions: z.object({
      manual: z.boolean().default(false),
      failed: z.boolean().default(false),
      successful: z.boolean().default(false),
    }),
    confirmName: confirmName.optional(),
  })
  .transform(({ shownVersion, shownSettings, version: chosen, timezone, saveExecutions, ...rest }) => {
    const shown = shownSettings?.split(' ');
    const switched = Object.entries(saveExecutions).filter(([name, isOn]) => shown?.includes(name) !== isOn);
    return {
      ...rest,
      // An unchanged value is not a change: a form left open would otherwise undo what another person saved.
      version: chosen === shownVersion ? undefined : chosen,
      timezone: shown?.includes(timezone) ? undefined : timezone,
      ...(switched.length > 0 && { saveExecutions, switched: shown && Object.fromEntries(switched) }),
    };
  });

const isKept = z.boolean({ error: fieldError('choose_one') });

/** The body of `PUT /instance/configuration` (design §4, API); the API removes a `status` from it before (spec §7). */
export const configurationSchema = z.strictObject({
  version: version.optional(),
  timezone: timezone.optional(),
  saveExecutions: z.strictObject({ manual: isKept, failed: isKept, successful: isKept }).optional(),
  confirmName: confirmName.optional(),
});
