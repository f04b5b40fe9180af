import { readCookie, sessionCookieName } from './cookies.ts';

/** What a token looks like; anything else is not worth a look-up. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The token a request signs in with: `Authorization: Bearer` or the cookie (design §4, "Sessions").
 *
 * @returns null when none was given, 'malformed' for what cannot be a token.
 */
export function readSessionToken(request: Request, isSecure: boolean): string | 'malformed' | null {
  const authorization = request.headers.get('Authorization');
  const bearer = authorization?.match(/^Bearer (.*)$/i)?.[1];
  const token = bearer ?? readCookie(request.headers.get('Cookie'), sessionCookieName(isSecure));
  if (!token) return null;
  return TOKEN_PATTERN.test(token) ? token : 'malformed';
}
