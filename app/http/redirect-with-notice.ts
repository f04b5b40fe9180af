import { redirect } from '@remix-run/cloudflare';
import { noticeCookie, type SetCookie } from './cookies.ts';
import type { RequestContext } from './load-context.ts';
import type { NoticeCode } from './notice-cookie.ts';

/**
 * Redirects to a page that shows the notice once. @param cookies further `Set-Cookie` values.
 * @param redirectBy `redirectDocument`, where the browser has to load the page as a new document.
 */
export function redirectWithNotice(
  { portal }: Pick<RequestContext, 'portal'>,
  path: string,
  notice: NoticeCode,
  cookies: readonly string[] = [],
  redirectBy = redirect,
): Response {
  const values = [...cookies, noticeCookie.set(notice, portal.isSecure)];
  return redirectBy(path, { headers: values.map((value): SetCookie => ['Set-Cookie', value]) });
}
