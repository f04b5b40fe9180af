import { DAY_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import { cookie, readCookie } from './cookies.ts';

/** English is the only language (spec §1). */
const locales = ['en'] as const;
export type Locale = (typeof locales)[number];
export const DEFAULT_LOCALE: Locale = 'en';

/** Spec §9. */
const LIFETIME_MS = 365 * DAY_MS;

/** On https with the prefix that keeps a workspace's subdomain from planting one. */
function localeCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-locale' : 'locale';
}

/** @returns the language that this browser's cookie names; null without one, and for anything that is no language of ours. */
export function readLocale(request: Request, isSecure: boolean): Locale | null {
  const named = readCookie(request.headers.get('Cookie'), localeCookieName(isSecure));
  return locales.find((locale) => locale === named) ?? null;
}

/** @returns the `Set-Cookie` value that remembers the language for a year. */
export function localeCookie(locale: Locale, isSecure: boolean): string {
  return cookie(localeCookieName(isSecure), locale, LIFETIME_MS / SECOND_MS, isSecure);
}
