import { redirect } from '@remix-run/cloudflare';
import { paths } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { signOutBrowser } from '#app/http/sign-out-browser.ts';

/** Ends the session, says 'Logout succeeded' and goes to /login (spec §2). Idempotent. */
export const action = page(anyone, async ({ context }) => {
  return redirectWithNotice(context, paths.login, 'signed-out', await signOutBrowser(context));
});

/** A GET does not sign out: another site could embed the address. */
export const loader = page(anyone, async () => redirect(paths.home));
