import { anyone } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { magicLinkBody } from '#app/http/api-bodies/auth.ts';
import { api } from '#app/http/handlers.ts';
import { requestLink } from '#app/use-cases/recovery/request-link.ts';

/** `POST /user/magic-link` (spec §7): 204 whether or not the e-mail is an owner's. */
export const action = api(
  anyone,
  async ({ request, context }) => {
    const { email } = parseBody(magicLinkBody, await readJsonObject(request));
    await requestLink(context.services, 'magic_link', email, context.client);
    context.deliverSoon();
    return new Response(null, { status: 204 });
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
