import { z } from 'zod';
import { roles } from '../access/roles.ts';
import { fieldError } from '../errors/field-errors.ts';
import { DAY_MS } from '../time/clock.ts';
import { emailSchema, normalizeEmail } from './email.ts';

/** How long an invitation can be accepted. */
export const INVITATION_LIFETIME_MS = 7 * DAY_MS;
/** Per form, so that it cannot serve as a mailing list. */
const INVITATIONS_MAX = 20;

/** The form of /invite-teammate: skips empty rows and duplicates. */
export const invitationsSchema = z.object({
  invitations: z
    .array(
      z.object({
        email: emailSchema.optional(),
        role: z.enum(roles, { error: fieldError('choose_one') }).default('member'),
      }),
      { error: fieldError('invite_required') },
    )
    .max(INVITATIONS_MAX, fieldError('invite_too_many'))
    .transform((rows) => {
      const byEmail = new Map<string, { email: string; role: (typeof roles)[number] }>();
      for (const { email, role } of rows) if (email) byEmail.set(normalizeEmail(email), { email, role });
      return [...byEmail.values()];
    })
    .refine((rows) => rows.length > 0, fieldError('invite_required')),
});
export type Invitations = z.infer<typeof invitationsSchema>['invitations'];
