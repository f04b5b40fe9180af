import { linkRequestSchema } from '#app/domain/account/forms.ts';
import { anyone } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { requestLink } from '#app/use-cases/recovery/request-link.ts';

const bodySchema = linkRequestSchema.strict();

/** `POST /user/magic-link` (spec §7): 204 whether or not the e-mail is an owner's. */
export const action = api(
  anyone,
  async ({ request, context }) => {
    const { email } = parseBody(bodySchema, await readJsonObject(request));
    await requestLink(context.services, 'magic_link', email, context.client);
    context.deliverSoon();
    return new Response(null, { status: 204 });
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
