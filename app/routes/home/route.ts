import { redirect } from '@remix-run/cloudflare';
import { templateIdIn, withTemplateId } from '#app/domain/flags/kept-template.ts';
import { paths } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { urlOf } from '#app/http/url-of.ts';

/** The `home` guard (spec §2): to the dashboard when signed in, else to /login, with the return path of an expired session. */
export const loader = page(anyone, async ({ request, context }) => {
  const state = await context.viewer();
  const { search, searchParams } = urlOf(request);
  const returnPath = searchParams.get('returnPath');
  const isSignedIn = state.kind === 'signed-in';
  if (!isSignedIn && returnPath) return redirect(`${paths.login}?${new URLSearchParams({ returnPath })}`);
  return redirect(withTemplateId(isSignedIn ? paths.dashboard : paths.login, templateIdIn(search)));
});
