import { redirect, redirectDocument } from '@remix-run/cloudflare';
import { paths } from '#app/domain/paths.ts';
import { expiryCookies } from './cookies.ts';
import type { RequestContext } from './load-context.ts';
import { readNotice } from './notice-cookie.ts';
import { loadsDocument } from './request-kind.ts';
import { withReturnPath } from './return-path.ts';
import { urlOf } from './url-of.ts';

/**
 * A form's or script's answer can arrive after that of a sign-in, and would remove the new cookie: it leaves it to the
 * next document.
 */
const canEndSession = (request: Request) => loadsDocument(request) && request.method !== 'POST';

/**
 * @returns a redirect home that removes the expired session, shows a notice (spec §2, §4) and keeps the address as
 *   return path. A new document: the open one's frame still shows the person.
 */
export function redirectExpiredSession(request: Request, { portal }: RequestContext): Response {
  const headers = canEndSession(request) ? expiryCookies(portal) : [];
  return redirectDocument(withReturnPath(paths.home, request), { headers });
}

/**
 * Reloads a visitor's page without the expired cookie, with a notice. A request with an invalid Bearer token counts as
 * a visitor's: its sender would send the token again. @throws the redirect.
 */
export function dropExpiredSession(request: Request, context: RequestContext): void {
  if (request.headers.has('Authorization')) return;
  const { pathname, search } = urlOf(request);
  if (!canEndSession(request)) throw redirectDocument(pathname + search);
  const [ended, notice] = expiryCookies(context.portal);
  // A pending notice is more specific.
  const hasNotice = readNotice(request, context.portal.isSecure) !== null;
  throw redirect(pathname + search, { headers: hasNotice ? [ended] : [ended, notice] });
}
