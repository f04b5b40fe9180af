import { signOutOfPortal } from '#app/use-cases/session/sign-out.ts';
import { signOutCookies } from './cookies.ts';
import type { RequestContext } from './load-context.ts';

/** Ends the session of the request's browser, for any signed-in person. @returns each `Set-Cookie`, as `signOutCookies`. */
export async function signOutBrowser(context: RequestContext): Promise<string[]> {
  await signOutOfPortal(context.services, await context.viewer(), context.client);
  return signOutCookies(context.portal);
}
