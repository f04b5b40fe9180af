import { redirect, redirectDocument } from '@remix-run/cloudflare';
import { paths } from '#app/domain/paths.ts';
import { expiryCookies, type SetCookie } from './cookies.ts';
import type { RequestContext } from './load-context.ts';
import { readNotice } from './notice-cookie.ts';
import { loadsDocument } from './request-kind.ts';
import { withReturnPath } from './return-path.ts';
import { urlOf } from './url-of.ts';

/**
 * An answer to a form or a script can arrive after that of a sign-in, in another tab or by the same form's first post, and would
 * remove the new session's cookie. It leaves the cookie to the next document.
 */
const canEndSession = (request: Request) => loadsDocument(request) && request.method !== 'POST';

/** @returns the headers that remove the request's expired session and show a notice; none where the next document does. */
export function expiryHeaders(request: Request, { portal }: RequestContext): SetCookie[] {
  return canEndSession(request) ? expiryCookies(portal) : [];
}

/**
 * @returns a redirect home that removes the expired session and shows a notice (spec §2, §4). Home keeps the requested address
 *   as the return path of the sign-in. A new document: the frame of the open one still shows the person.
 */
export function redirectExpiredSession(request: Request, context: RequestContext): Response {
  return redirectDocument(withReturnPath(paths.home, request), { headers: expiryHeaders(request, context) });
}

/**
 * Reloads a visitor's page without the expired cookie, with a notice. A form or a script that sends that cookie counts as a
 * visitor's, and so does a request with an invalid Bearer token: its sender would send the token again.
 *
 * @throws the redirect.
 */
export function dropExpiredSession(request: Request, context: RequestContext): void {
  if (request.headers.has('Authorization') || !canEndSession(request)) return;
  const { pathname, search } = urlOf(request);
  const [ended, notice] = expiryCookies(context.portal);
  // A pending notice is more specific.
  const hasNotice = readNotice(request, context.portal.isSecure) !== null;
  throw redirect(pathname + search, { headers: hasNotice ? [ended] : [ended, notice] });
}
