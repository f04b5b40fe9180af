import { orElse } from '#app/http/account-answer.ts';
import { caller } from '#app/http/admission.ts';
import { refuseBody, refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { resendConfirmation } from '#app/use-cases/registration/resend-confirmation.ts';

/** `POST /auth/resend-confirmation` (spec §7): takes no body; 429 with `Retry-After` within a minute. */
export const action = api(
  caller('profile:manage', 'unfinished-too'),
  async ({ request, context, viewer }) => {
    await refuseBody(request);
    await orElse('confirmation_not_resent', () =>
      resendConfirmation(context.services, viewer, context.client),
    );
    context.deliverSoon();
    return new Response(null, { status: 204 });
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
