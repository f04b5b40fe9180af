import { redirect } from '@remix-run/cloudflare';
import { paths } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { sessionCookie } from '#app/http/cookies.ts';
import { page } from '#app/http/handlers.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { signOutOfPortal } from '#app/use-cases/session/sign-out.ts';

/** Ends the session, says 'Logout succeeded' and goes to /login (spec §2). Idempotent. */
export const action = page(anyone, async ({ context }) => {
  await signOutOfPortal(context.services, await context.viewer(), context.client);
  const cookie = sessionCookie.clear(context.portal.isSecure);
  return redirectWithNotice(context, paths.login, 'signed-out', [cookie]);
});

/** A GET does not sign out: another site could embed the address. */
export const loader = page(anyone, async () => redirect(paths.home));
