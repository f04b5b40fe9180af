import { KNOWN_DEVICE_LIFETIME_MS, SESSION_ABSOLUTE_LIMIT_MS } from '#app/domain/access/session.ts';
import type { ConsentChoice } from '#app/domain/flags/consent.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import type { notices } from '#app/i18n/en/notices.ts';
import { cookiePairs, defineCookie } from './define-cookie.ts';

const YEAR_MS = 365 * DAY_MS;

/** Signs the browser in; see `readSessionToken`. */
export const sessionCookie = defineCookie({ name: 'token', lifetimeMs: SESSION_ABSOLUTE_LIMIT_MS });
/** Identifies a known browser; see `db/schema/sign-in.ts`. */
export const deviceCookie = defineCookie({ name: 'device', lifetimeMs: KNOWN_DEVICE_LIFETIME_MS });
/** The code of the notice that the next page shows; a forgotten notice expires before it could surprise. */
export const noticeCookie = defineCookie<keyof typeof notices>({ name: 'notice', lifetimeMs: MINUTE_MS });
/** The input of a form while its person confirms their identity (`kept-form.ts`). */
export const keptFormCookie = defineCookie({ name: 'kept-form', lifetimeMs: 15 * MINUTE_MS });
export const bannerClosedCookie = defineCookie({ name: 'banner-closed', lifetimeMs: null });
/** The closed warning about the month's executions; no month is longer. */
export const usageWarningClosedCookie = defineCookie({
  name: 'usage-warning-closed',
  lifetimeMs: 31 * DAY_MS,
});
export const consentCookie = defineCookie<ConsentChoice>({ name: 'consent', lifetimeMs: YEAR_MS });
/** Spec §9. */
export const localeCookie = defineCookie({ name: 'locale', lifetimeMs: YEAR_MS });
/** Long enough to fetch a card. */
export const checkoutCookie = defineCookie({ name: 'checkout', lifetimeMs: HOUR_MS });
export const themeCookie = defineCookie({ name: 'theme', lifetimeMs: YEAR_MS });
export const timezoneCookie = defineCookie({
  name: 'timezone',
  lifetimeMs: YEAR_MS,
  isWrittenByScript: true,
});

/** Every cookie of the portal. A request carries each at most once, and no workspace sees one. */
export const portalCookies = [
  sessionCookie,
  deviceCookie,
  noticeCookie,
  keptFormCookie,
  bannerClosedCookie,
  usageWarningClosedCookie,
  consentCookie,
  localeCookie,
  checkoutCookie,
  timezoneCookie,
  themeCookie,
];

/** A header that sets or removes a cookie. */
export type SetCookie = [name: 'Set-Cookie', value: string];

/** @returns the headers that sign the browser in, with a new device token. */
export function setSessionCookies(
  session: { sessionToken: string },
  context: { client: { newDeviceToken: string }; portal: { isSecure: boolean } },
): SetCookie[] {
  const { isSecure } = context.portal;
  return [
    ['Set-Cookie', sessionCookie.set(session.sessionToken, isSecure)],
    ['Set-Cookie', deviceCookie.set(context.client.newDeviceToken, isSecure)],
  ];
}

/** @returns each `Set-Cookie` of a sign-out: it removes the session, and the input that its person typed before. */
export function signOutCookies({ isSecure }: { isSecure: boolean }): string[] {
  return [sessionCookie.clear(isSecure), keptFormCookie.clear(isSecure)];
}

/** @returns the headers that remove the session and show 'Session expired' on the next page. */
export function expiryCookies({ isSecure }: { isSecure: boolean }): [SetCookie, SetCookie] {
  return [
    ['Set-Cookie', sessionCookie.clear(isSecure)],
    ['Set-Cookie', noticeCookie.set('session-expired', isSecure)],
  ];
}

/** @returns each cookie of the portal that a request carries more than once: nothing shows which one the portal wrote. */
export function duplicateCookies(request: Request, isSecure: boolean) {
  const names = cookiePairs(request).map(({ name }) => name);
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return repeated.size === 0 ? [] : portalCookies.filter((cookie) => repeated.has(cookie.nameOn(isSecure)));
}

/** Normalizes a name: different names that some software confuses become equal. */
const foldName = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/[\p{C}\p{Z}\s]/gu, '')
    .toLowerCase();

const foldedNames = new Set(
  portalCookies.flatMap((cookie) => [foldName(cookie.nameOn(true)), foldName(cookie.nameOn(false))]),
);

/** @returns a request's cookies but the portal's and any that software could confuse with theirs; null when none is left. */
export function foreignCookies(request: Request): string | null {
  const kept = cookiePairs(request).filter(({ name, value }) => {
    // Browsers send a nameless cookie as its bare value, which can look like a portal cookie.
    const shownName = name === '' ? (value.split('=', 1)[0] ?? '') : name;
    return !foldedNames.has(foldName(shownName));
  });
  const parts = kept.map(({ name, value }) => (name === '' ? value : `${name}=${value}`));
  return parts.join('; ') || null;
}
