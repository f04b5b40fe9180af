import { z } from 'zod';
import { roles } from '#app/domain/access/roles.ts';
import { emailSchema } from '#app/domain/account/email.ts';
import { invitationsSchema } from '#app/domain/account/invitation.ts';
import { inviteTeammates } from '#app/use-cases/onboarding/invite-teammates.ts';
import { caller, defineCall, fieldError, noContent, parseBody } from './plumbing/call.ts';

const rows = invitationsSchema.shape.invitations;
const required = { error: fieldError('invite_required') };

/** Spec §7: everyone as a member. */
const emails = z.strictObject({
  emails: z
    .array(emailSchema, required)
    .transform((emails): z.input<typeof rows> => emails.map((email) => ({ email })))
    .pipe(rows),
});

/** Not in the spec: each with a role. */
const invitations = z.strictObject({
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

/** Spec §7. People who were invited before, and members, get no second mail. */
export const inviteMembers = defineCall('POST /account/invite-members', {
  who: caller('member:invite'),
  body: {
    schema: z.union([emails, invitations]),
    isAlternative: true,
    example: { invitations: [{ email: 'grace@example.com', role: 'operator' }] },
  },
  answers: { 204: noContent },
  refusals: ['access_unconfirmed'],
  async handle({ context, actor, readBody }) {
    const body = await readBody();
    const invited =
      'invitations' in body ? parseBody(invitations, body).invitations : parseBody(emails, body).emails;
    await inviteTeammates(context.services, actor, invited);
  },
});
