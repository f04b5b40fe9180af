import { z } from 'zod';
import { roles } from '#app/domain/access/roles.ts';
import { emailSchema } from '#app/domain/account/email.ts';
import { invitationsSchema } from '#app/domain/account/invitation.ts';
import { selectedAppsSchema } from '#app/domain/account/selected-apps.ts';
import { surveySchema } from '#app/domain/account/survey.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';

/** Null is how an answer says that it has no such text, so that what was read can be sent back. */
const otherText = (error: string) =>
  z
    .string({ error })
    .nullish()
    .transform((text) => text ?? undefined);

/** `POST /personalization-survey/answer`. The form's fields alone. A form has texts alone; here a number has to be one. */
export const surveyBody = z
  .strictObject({
    ...surveySchema.in.shape,
    otherWorkArea: otherText(fieldError('work_area_other')),
    otherCompanyIndustry: otherText(fieldError('industry_other')),
    codingSkills: z.number({ error: fieldError('choose_one') }),
  })
  .transform((answer): z.input<typeof surveySchema> => answer)
  .pipe(surveySchema);

/** `POST /account/selected-apps`. */
export const selectedAppsBody = z
  .strictObject({
    apps: z.array(z.string({ error: fieldError('app_unknown') }), { error: fieldError('apps_required') }),
  })
  .pipe(selectedAppsSchema);

const rows = invitationsSchema.shape.invitations;
const required = { error: fieldError('invite_required') };

/** `POST /account/invite-members` (spec §7): all of them as members. */
export const inviteEmailsBody = z.strictObject({
  emails: z
    .array(emailSchema, required)
    .transform((emails): z.input<typeof rows> => emails.map((email) => ({ email })))
    .pipe(rows),
});

/** `POST /account/invite-members` as ours: each with a role. */
export const invitationsBody = z.strictObject({
  invitations: z
    .array(
      z.strictObject(
        { email: emailSchema, role: z.enum(roles, { error: fieldError('choose_one') }).default('member') },
        required,
      ),
      required,
    )
    .transform((given): z.input<typeof rows> => given)
    .pipe(rows),
});
