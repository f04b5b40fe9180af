import { caller } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { invitationsBody, inviteEmailsBody } from '#app/http/api-bodies/set-up.ts';
import { api } from '#app/http/handlers.ts';
import { inviteTeammates } from '#app/use-cases/onboarding/invite-teammates.ts';

/** `POST /account/invite-members` (spec §7). Whoever was invited or is a member already gets no second mail. */
export const action = api(
  caller('member:invite'),
  async ({ request, context, viewer }) => {
    const body = await readJsonObject(request);
    const invitations =
      'invitations' in body
        ? parseBody(invitationsBody, body).invitations
        : parseBody(inviteEmailsBody, body).emails;
    await inviteTeammates(context.services, viewer, invitations, context.client);
    context.deliverSoon();
    return new Response(null, { status: 204 });
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
