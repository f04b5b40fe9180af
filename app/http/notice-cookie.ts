import { notices } from '#app/i18n/en/notices.ts';
import { flashCookie } from './cookies.ts';

export type NoticeCode = keyof typeof notices;

/** @returns the `Set-Cookie` value that has the next page say it. Only a code travels, never a sentence. */
export function noticeCookie(code: NoticeCode, isSecure: boolean): string {
  return flashCookie.set(code, isSecure);
}

/** @returns the notice to say on this page, if its code is one of ours. */
export function readNotice(request: Request, isSecure: boolean): NoticeCode | null {
  const code = flashCookie.read(request, isSecure);
  return code && Object.hasOwn(notices, code) ? (code as NoticeCode) : null;
}

/** @returns the `Set-Cookie` value that keeps a notice from being said twice. */
export function clearedNoticeCookie(isSecure: boolean): string {
  return flashCookie.clear(isSecure);
}
