import { canonicalTimezone, DEFAULT_TIMEZONE } from '#app/domain/time/calendar.ts';
import { timezoneCookie } from './cookies.ts';

/** In which zone a page writes its instants, and whether that is known to be the reader's own. */
export interface PageTimezone {
  zone: string;
  /** False for the account's and the default one: a page then says which zone it is. */
  isReaders: boolean;
}

/**
 * @param accountZone null where nobody is signed in.
 * @returns the zone that the browser told of (`rememberTimezone`), else the account's, else UTC.
 */
export function pageTimezone(request: Request, isSecure: boolean, accountZone: string | null): PageTimezone {
  const told = timezoneCookie.read(request, isSecure);
  const readers = told === null ? null : canonicalTimezone(told);
  if (readers !== null) return { zone: readers, isReaders: true };
  const accounts = accountZone === null ? null : canonicalTimezone(accountZone);
  return { zone: accounts ?? DEFAULT_TIMEZONE, isReaders: false };
}

/**
 * Has the server know the browser's zone from the next page on. The one cookie that a script writes, since only a
 * script knows it; the server takes it for nothing but a zone's name.
 */
export function rememberTimezone(document: { cookie: string }, isSecure: boolean): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (canonicalTimezone(timeZone ?? '') === null) return;
  timezoneCookie.setByScript(document, timeZone, isSecure);
}
