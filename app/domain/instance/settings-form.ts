import { z } from 'zod';
import { fieldError } from '../errors/field-errors.ts';

// Whether a version or a zone exists is for the workspace's object to say, which knows what it runs; here only what
// could never be one is refused.
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
    /** What the form was drawn with. */
    shownVersion: version.optional(),
    timezone,
    saveExecutions: z.object({
      manual: z.boolean().default(false),
      failed: z.boolean().default(false),
      successful: z.boolean().default(false),
    }),
    confirmName: confirmName.optional(),
  })
  .transform(({ shownVersion, version: chosen, ...change }) => ({
    ...change,
    // A version nobody touched is no wish: a form left open would otherwise undo what somebody else has updated since.
    version: chosen === shownVersion ? undefined : chosen,
  }));

const isKept = z.boolean({ error: fieldError('choose_one') });

/** The body of `PUT /instance/configuration` (design §4, API); a `status` in it was taken out before (spec §7). */
export const configurationSchema = z.strictObject({
  version: version.optional(),
  timezone: timezone.optional(),
  saveExecutions: z.strictObject({ manual: isKept, failed: isKept, successful: isKept }).optional(),
  confirmName: confirmName.optional(),
});
