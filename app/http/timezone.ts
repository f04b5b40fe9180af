import { canonicalTimezone, DEFAULT_TIMEZONE } from '#app/domain/time/calendar.ts';
import { timezoneCookie } from './cookies.ts';

export interface PageTimezone {
  zone: string;
  /** Whether it is the reader's own. Otherwise the page names the zone. */
  isReaders: boolean;
}

/** @param accountZone null for visitors. @returns the browser's zone (`rememberTimezone`), else the account's, else UTC. */
export function pageTimezone(request: Request, isSecure: boolean, accountZone: string | null): PageTimezone {
  const named = timezoneCookie.read(request, isSecure);
  const readers = named === null ? null : canonicalTimezone(named);
  if (readers !== null) return { zone: readers, isReaders: true };
  const accounts = accountZone === null ? null : canonicalTimezone(accountZone);
  return { zone: accounts ?? DEFAULT_TIMEZONE, isReaders: false };
}

/** Stores the browser's zone, which only a script knows, in a cookie for the next page. Scripts write no other cookie. */
export function rememberTimezone(document: { cookie: string }, isSecure: boolean): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (canonicalTimezone(timeZone ?? '') === null) return;
  timezoneCookie.setByScript(document, timeZone, isSecure);
}
