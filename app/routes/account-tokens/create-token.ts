import { json } from '@remix-run/cloudflare';
import { type HandleForm, submitForm } from '#app/http/form-actions.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { createApiToken } from '#app/use-cases/tokens/manage-tokens.ts';

/** Creates a token from the form of /account/tokens. The answer to the post itself shows it, since a redirect would have to carry it. */
export const createTokenByForm: HandleForm = (form, context, actor) =>
  submitForm(form.parse(portalForms.apiToken), async (values) => {
    const { token } = await createApiToken(context.services, actor, values);
    return json({ created: { name: values.name, token } });
  });
