import { deviceCookieName, readCookie, sessionCookieName } from './cookies.ts';

/** What a token looks like; anything else is not worth a look-up. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The token a request signs in with: `Authorization: Bearer` or the cookie (design §4, "Sessions"). A header that is
 * anything but one Bearer token signs nobody in, whatever the cookie says: two of them arrive joined by a comma.
 *
 * @returns null when none was given, 'malformed' for what cannot be a token.
 */
export function readSessionToken(request: Request, isSecure: boolean): string | 'malformed' | null {
  const authorization = request.headers.get('Authorization');
  const token =
    authorization === null
      ? readCookie(request.headers.get('Cookie'), sessionCookieName(isSecure))
      : (authorization.match(/^Bearer +(.*)$/i)?.[1] ?? 'malformed');
  if (!token) return null;
  return TOKEN_PATTERN.test(token) ? token : 'malformed';
}

/** @returns the browser's device token; null when it has none that could be one. */
export function readDeviceToken(request: Request, isSecure: boolean): string | null {
  const token = readCookie(request.headers.get('Cookie'), deviceCookieName(isSecure));
  return token !== null && TOKEN_PATTERN.test(token) ? token : null;
}
