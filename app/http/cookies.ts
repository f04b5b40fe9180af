import { KNOWN_DEVICE_LIFETIME_MS, SESSION_ABSOLUTE_LIMIT_MS } from '#app/domain/access/session.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';

/**
 * The session cookie's name. On https the `__Host-` prefix makes browsers refuse one that a workspace's subdomain
 * tries to plant (design §4, "Sessions").
 */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-token' : 'token';
}

/** @returns the `Set-Cookie` value that signs the browser in. */
function sessionCookie(token: string, isSecure: boolean): string {
  return cookie(sessionCookieName(isSecure), token, SESSION_ABSOLUTE_LIMIT_MS / SECOND_MS, isSecure);
}

/** The name of the cookie by which a browser is known; see `db/schema/known-devices.ts`. */
export function deviceCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-device' : 'device';
}

/** @returns the headers that sign the browser in, and have it known from now on. */
export function signedInCookies(
  session: { sessionToken: string },
  context: { client: { deviceToken: string }; portal: { isSecure: boolean } },
): Array<['Set-Cookie', string]> {
  const { isSecure } = context.portal;
  const device = cookie(
    deviceCookieName(isSecure),
    context.client.deviceToken,
    KNOWN_DEVICE_LIFETIME_MS / SECOND_MS,
    isSecure,
  );
  return [
    ['Set-Cookie', sessionCookie(session.sessionToken, isSecure)],
    ['Set-Cookie', device],
  ];
}

/** @returns the `Set-Cookie` value that forgets the session. */
export function endedSessionCookie(isSecure: boolean): string {
  return cookie(sessionCookieName(isSecure), '', 0, isSecure);
}

/** @returns a `Set-Cookie` value that no script reads and no other site's request carries along. */
export function cookie(name: string, value: string, maxAgeSeconds: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** @returns the first cookie of that name; null when there is none. */
export function readCookie(header: string | null, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const separator = pair.indexOf('=');
    if (separator > 0 && pair.slice(0, separator).trim() === name) return pair.slice(separator + 1).trim();
  }
  return null;
}
