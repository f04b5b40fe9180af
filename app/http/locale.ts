import { languageCookie } from './cookies.ts';

/** English is the only language (spec §1). */
const locales = ['en'] as const;
export type Locale = (typeof locales)[number];
export const DEFAULT_LOCALE: Locale = 'en';

/** @returns the language in this browser's cookie; null for none or an unsupported language. */
export function readLocale(request: Request, isSecure: boolean): Locale | null {
  const named = languageCookie.read(request, isSecure);
  return locales.find((locale) => locale === named) ?? null;
}

/** @returns the `Set-Cookie` value that remembers the language for a year. */
export function localeCookie(locale: Locale, isSecure: boolean): string {
  return languageCookie.set(locale, isSecure);
}
