import { API_TOKEN_PREFIX, isApiToken } from '#app/domain/access/api-token.ts';
import { isApiPath } from './canonical-path.ts';
import { deviceCookie, sessionCookie } from './cookies.ts';
import { urlOf } from './url-of.ts';

/** The format of a token; the database is asked for no other text. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The token that a request signs in with: `Authorization: Bearer` or the cookie (design §4, "Sessions"). A header
 * that is anything but one Bearer token signs no one in, whatever the cookie says: two headers arrive joined by a
 * comma.
 *
 * @returns null when none was given, 'malformed' for what cannot be a token.
 */
export function readSessionToken(request: Request, isSecure: boolean): string | 'malformed' | null {
  const authorization = request.headers.get('Authorization');
  const token =
    authorization === null
      ? sessionCookie.read(request, isSecure)
      : (authorization.match(/^Bearer +(.*)$/i)?.[1] ?? 'malformed');
  if (!token) return null;
  return TOKEN_PATTERN.test(token) ? token : 'malformed';
}

/**
 * The personal API token of a request: as a Bearer token, only for the API.
 *
 * @returns null for a request without one, 'malformed' for a token that the portal cannot have issued, or that requests a
 *   page.
 */
export function readApiToken(request: Request): string | 'malformed' | null {
  const token = request.headers.get('Authorization')?.match(/^Bearer +(.*)$/i)?.[1];
  if (!token?.startsWith(API_TOKEN_PREFIX)) return null;
  return isApiPath(urlOf(request).pathname) && isApiToken(token) ? token : 'malformed';
}

/** @returns the browser's device token; null without a well-formed one. */
export function readDeviceToken(request: Request, isSecure: boolean): string | null {
  const token = deviceCookie.read(request, isSecure);
  return token !== null && TOKEN_PATTERN.test(token) ? token : null;
}
