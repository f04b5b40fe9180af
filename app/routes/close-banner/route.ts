import { redirect } from '@remix-run/cloudflare';
import { paths, safeReturnPath } from '#app/domain/paths.ts';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { closeBannerCookie } from '#app/http/banner-cookie.ts';
import { usageWarningClosedCookie } from '#app/http/cookies.ts';
import { readForm } from '#app/http/forms.ts';
import { page } from '#app/http/handlers.ts';
import { portalForms } from '#app/http/portal-forms.ts';

/** The address has no page: redirects to the dashboard. */
export const loader = page(member('workspace:view', onceConfirmed), async () => redirect(paths.dashboard));

/** The id of a usage warning, which the cookie contains; with the workspace's number from the second on. */
const USAGE_WARNING = /^\d{4}-\d{2}\.\d{1,12}\.\d{2,3}(?:\.\d{1,6})?$/;

/** Closes the banner about a failed payment for this session, or about the month's executions until its next level. */
export const action = page(member('workspace:view', onceConfirmed), async ({ request, context, viewer }) => {
  const { returnPath, usageWarning } = (await readForm(request)).values(portalForms.closeBanner);
  const { isSecure } = context.portal;
  const cookie = USAGE_WARNING.test(usageWarning)
    ? usageWarningClosedCookie.set(usageWarning, isSecure)
    : closeBannerCookie(viewer, isSecure);
  return redirect(safeReturnPath(returnPath), { headers: { 'Set-Cookie': cookie } });
});
