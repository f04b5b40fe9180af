import { z } from 'zod';
import { roles } from '#app/domain/access/roles.ts';
import { emailSchema } from '#app/domain/account/email.ts';
import { invitationsSchema } from '#app/domain/account/invitation.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { caller } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { inviteTeammates } from '#app/use-cases/onboarding/invite-teammates.ts';

const rows = invitationsSchema.shape.invitations;
const required = { error: fieldError('invite_required') };

/** Spec §7: all of them as members. */
const emailsSchema = z.strictObject({
  emails: z
    .array(emailSchema, required)
    .transform((emails): z.input<typeof rows> => emails.map((email) => ({ email })))
    .pipe(rows),
});

/** Ours: each with a role. */
const invitationsBodySchema = z.strictObject({
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

/** `POST /account/invite-members` (spec §7). Whoever was invited or is a member already gets no second mail. */
export const action = api(
  caller('member:invite'),
  async ({ request, context, viewer }) => {
    const body = await readJsonObject(request);
    const invitations =
      'invitations' in body
        ? parseBody(invitationsBodySchema, body).invitations
        : parseBody(emailsSchema, body).emails;
    await inviteTeammates(context.services, viewer, invitations, context.client);
    context.deliverSoon();
    return new Response(null, { status: 204 });
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
