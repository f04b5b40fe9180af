import { notices } from '#app/i18n/en/notices.ts';
import { flashCookie } from './cookies.ts';

export type NoticeCode = keyof typeof notices;

/** @returns the `Set-Cookie` value that shows the notice on the next page. It contains a code, never a sentence. */
export function noticeCookie(code: NoticeCode, isSecure: boolean): string {
  return flashCookie.set(code, isSecure);
}

/** @returns the notice to show on this page; null for none or an unknown code. */
export function readNotice(request: Request, isSecure: boolean): NoticeCode | null {
  const code = flashCookie.read(request, isSecure);
  return code && Object.hasOwn(notices, code) ? (code as NoticeCode) : null;
}

/** @returns the `Set-Cookie` value that removes a notice after it was shown. */
export function clearNoticeCookie(isSecure: boolean): string {
  return flashCookie.clear(isSecure);
}
