import { json } from '@remix-run/cloudflare';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { submitForm } from '#app/http/form-actions.ts';
import type { PostedForm } from '#app/http/forms.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { noStoreHeaders } from '#app/http/no-store.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { createApiToken } from '#app/use-cases/tokens/manage-tokens.ts';

/**
 * Creates a token from the form of /account/tokens. The answer to the post itself shows it, since a redirect would
 * have to carry it, and no cache may store it.
 */
export function createTokenByForm(
  form: PostedForm,
  context: RequestContext,
  viewer: Viewer,
): Promise<Response> {
  return submitForm(form.parse(portalForms.apiToken), async (values) => {
    const { token } = await createApiToken(context.services, viewer, values, context.client);
    return json({ created: { name: values.name, token } }, { headers: noStoreHeaders });
  });
}
