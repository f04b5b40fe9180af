import { redirect } from '@remix-run/cloudflare';
import { themeOf } from '#app/domain/account/theme.ts';
import { paths, safeReturnPath } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { themeCookie } from '#app/http/cookies.ts';
import { readForm } from '#app/http/forms.ts';
import { page } from '#app/http/handlers.ts';
import { portalForms } from '#app/http/portal-forms.ts';

/** The address has no page: redirects to the start. */
export const loader = page(anyone, async () => redirect(paths.home));

/** Remembers the theme in this browser and redirects back to its page: for the account menu without JavaScript. */
export const action = page(anyone, async ({ request, context }) => {
  const { theme, returnPath } = (await readForm(request)).values(portalForms.theme);
  const cookie = themeCookie.set(themeOf(theme), context.portal.isSecure);
  return redirect(safeReturnPath(returnPath), { headers: { 'Set-Cookie': cookie } });
});
