import { redirect } from '@remix-run/cloudflare';
import { templateIdIn, withTemplateId } from '#app/domain/flags/kept-template.ts';
import { paths } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { pathAfterSignIn } from '#app/http/return-path.ts';
import { urlOf } from '#app/http/url-of.ts';

/**
 * The `home` guard (spec §2). An expired session's return path stays, also for people who signed in again in another
 * tab.
 */
export const loader = page(anyone, async ({ request, context }) => {
  const state = await context.viewer();
  const url = urlOf(request);
  if (state.kind === 'signed-in') return redirect(pathAfterSignIn(url));
  const returnPath = url.searchParams.get('returnPath');
  if (returnPath) return redirect(`${paths.login}?${new URLSearchParams({ returnPath })}`);
  return redirect(withTemplateId(paths.login, templateIdIn(url.search)));
});
