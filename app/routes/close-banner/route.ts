import { redirect } from '@remix-run/cloudflare';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { closeBannerCookie } from '#app/http/banner-cookie.ts';
import { readForm } from '#app/http/forms.ts';
import { page } from '#app/http/handlers.ts';
import { paths, safeReturnPath } from '#app/http/paths.ts';
import { portalForms } from '#app/http/portal-forms.ts';

/** The address has no page: redirects to the dashboard. */
export const loader = page(member('workspace:view', onceConfirmed), async () => redirect(paths.dashboard));

/** Closes the banner about a failed payment for this session, and redirects back to its page. */
export const action = page(member('workspace:view', onceConfirmed), async ({ request, context, viewer }) => {
  const { returnPath } = (await readForm(request)).values(portalForms.returnPath);
  const closed = { status: viewer.subscription?.status ?? 'none', sessionId: viewer.session.id };
  return redirect(safeReturnPath(returnPath), {
    headers: { 'Set-Cookie': closeBannerCookie(closed, context.portal.isSecure) },
  });
});
