import { redirect } from '@remix-run/cloudflare';
import { member, onceConfirmed } from '#app/http/admission.ts';
import { closedBannerCookie } from '#app/http/banner-cookie.ts';
import { readForm } from '#app/http/forms.ts';
import { page } from '#app/http/handlers.ts';
import { paths, safeReturnPath } from '#app/http/paths.ts';

/** Nothing to see here: whoever opens the address goes on to the dashboard. */
export const loader = page(member('workspace:view', onceConfirmed), async () => redirect(paths.dashboard));

/** Closes the banner about a failed payment for this session, and leads back to where it stood. */
export const action = page(member('workspace:view', onceConfirmed), async ({ request, context, viewer }) => {
  const form = await readForm(request);
  const closed = { status: viewer.subscription?.status ?? 'none', sessionId: viewer.session.id };
  return redirect(safeReturnPath(String(form.get('returnPath') ?? '')), {
    headers: { 'Set-Cookie': closedBannerCookie(closed, context.portal.isSecure) },
  });
});
