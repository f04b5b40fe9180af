import { isToken } from '#app/crypto/secrets.ts';
import { API_TOKEN_PREFIX, isApiToken } from '#app/domain/access/api-token.ts';
import { isApiPath } from './canonical-path.ts';
import { deviceCookie, sessionCookie } from './cookies.ts';
import { urlOf } from './url-of.ts';

/** @returns what follows `Authorization: Bearer`; null without the header, and for any other scheme. */
export function readBearer(request: Request): string | null {
  return request.headers.get('Authorization')?.match(/^Bearer +(.*)$/i)?.[1] ?? null;
}

/**
 * @returns the token of `Authorization: Bearer`, or else of the cookie (design §4, "Sessions"); null without one,
 *   'malformed' for what cannot be a token. Any header but one Bearer token signs no one in: two arrive joined by a
 *   comma.
 */
export function readSessionToken(request: Request, isSecure: boolean): string | 'malformed' | null {
  const token = request.headers.has('Authorization')
    ? (readBearer(request) ?? 'malformed')
    : sessionCookie.read(request, isSecure);
  if (!token) return null;
  return isToken(token) ? token : 'malformed';
}

/** @returns a request's personal API token; null without one, 'malformed' for one that is not ours, and for a page. */
export function readApiToken(request: Request): string | 'malformed' | null {
  const token = readBearer(request);
  if (!token?.startsWith(API_TOKEN_PREFIX)) return null;
  return isApiPath(urlOf(request).pathname) && isApiToken(token) ? token : 'malformed';
}

/** @returns the browser's device token; null without a well-formed one. */
export function readDeviceToken(request: Request, isSecure: boolean): string | null {
  const token = deviceCookie.read(request, isSecure);
  return token !== null && isToken(token) ? token : null;
}
