import { notices } from '#app/i18n/en/notices.ts';
import { cookie, readCookie } from './cookies.ts';

export type NoticeCode = keyof typeof notices;

/** On https with the prefix that keeps a workspace's subdomain from planting one. */
export function noticeCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-notice' : 'notice';
}

/** Long enough for a redirect, short enough that a forgotten one is not told later. */
const MAX_AGE_SECONDS = 60;

/** @returns the `Set-Cookie` value that has the next page say it. Only a code travels, never a sentence. */
export function noticeCookie(code: NoticeCode, isSecure: boolean): string {
  return cookie(noticeCookieName(isSecure), code, MAX_AGE_SECONDS, isSecure);
}

/** @returns the notice to say on this page, if its code is one of ours. */
export function readNotice(request: Request, isSecure: boolean): NoticeCode | null {
  const code = readCookie(request.headers.get('Cookie'), noticeCookieName(isSecure));
  return code && Object.hasOwn(notices, code) ? (code as NoticeCode) : null;
}

/** @returns the `Set-Cookie` value that keeps a notice from being said twice. */
export function clearedNoticeCookie(isSecure: boolean): string {
  return cookie(noticeCookieName(isSecure), '', 0, isSecure);
}
