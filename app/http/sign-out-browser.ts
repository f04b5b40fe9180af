import { signOutOfPortal } from '#app/use-cases/session/sign-out.ts';
import { keptFormCookie, sessionCookie } from './cookies.ts';
import type { RequestContext } from './load-context.ts';

/**
 * Ends the session of the request's browser, for any person who is signed in there.
 * @returns each `Set-Cookie` that removes the session, and the input that its person typed before.
 */
export async function signOutBrowser(context: RequestContext): Promise<string[]> {
  await signOutOfPortal(context.services, await context.viewer(), context.client);
  const { isSecure } = context.portal;
  return [sessionCookie.clear(isSecure), keptFormCookie.clear(isSecure)];
}
