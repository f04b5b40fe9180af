import { redirect } from '@remix-run/cloudflare';
import { templateIdIn, withTemplateId } from '#app/domain/flags/kept-template.ts';
import { paths } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { urlOf } from '#app/http/url-of.ts';

/** The `home` guard (spec §2): to the dashboard when signed in, else to /login. */
export const loader = page(anyone, async ({ request, context }) => {
  const state = await context.viewer();
  const path = state.kind === 'signed-in' ? paths.dashboard : paths.login;
  return redirect(withTemplateId(path, templateIdIn(urlOf(request).search)));
});
