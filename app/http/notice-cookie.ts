import { notices } from '#app/i18n/en/notices.ts';
import { noticeCookie } from './cookies.ts';

export type NoticeCode = keyof typeof notices;

/** @returns the notice to show on this page; null for none or an unknown code. */
export function readNotice(request: Request, isSecure: boolean): NoticeCode | null {
  const code = noticeCookie.read(request, isSecure);
  return code && Object.hasOwn(notices, code) ? (code as NoticeCode) : null;
}
