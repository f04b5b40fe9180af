import { signOutOfPortal } from '#app/use-cases/session/sign-out.ts';
import { sessionCookie } from './cookies.ts';
import type { RequestContext } from './load-context.ts';

/** Ends the session of the request's browser, for any person who is signed in there. @returns the `Set-Cookie` that removes it. */
export async function signOutBrowser(context: RequestContext): Promise<string> {
  await signOutOfPortal(context.services, await context.viewer(), context.client);
  return sessionCookie.clear(context.portal.isSecure);
}
