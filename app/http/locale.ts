import { localeCookie } from './cookies.ts';

/** English is the only language (spec §1). */
const locales = ['en'] as const;
export type Locale = (typeof locales)[number];
export const DEFAULT_LOCALE: Locale = 'en';

/** @returns the language in this browser's cookie; null for none or an unsupported language. */
export function readLocale(request: Request, isSecure: boolean): Locale | null {
  const named = localeCookie.read(request, isSecure);
  return locales.find((locale) => locale === named) ?? null;
}
