import { newId, newToken } from '#app/crypto/secrets.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { canonicalPath } from '#app/http/canonical-path.ts';
import { duplicateCookies } from '#app/http/cookies.ts';
import { failureAnswer } from '#app/http/failure-answer.ts';
import { urlOf } from '#app/http/url-of.ts';
import { clientOf } from './client-of.ts';
import { configOf } from './config-of.ts';
import type { Env } from './env.ts';
import { logRefusal } from './log-refusal.ts';
import { withDataHeaders } from './security-headers.ts';

/** The target named by a request's host: the portal, or the workspace of that name. */
type RequestedHost = { kind: 'portal' } | { kind: 'workspace'; name: string };

/**
 * Refuses requests that no part of the product answers, before any call of the database or an object.
 * @returns the target; or the refusal: 421 `misdirected_request`, 405 `method_not_allowed`, 400 `body_not_allowed`,
 *   404 `not_found`.
 */
export function admitRequest(request: Request, env: Env): RequestedHost | Response {
  const target = findRequestedHost(request, configOf(env).portal.host);
  if (target === null) return refuse(request, env, 'misdirected_request');
  // `fetch` cannot forward it. The portal's addresses answer 405 with their own `Allow`.
  if (request.method === 'TRACE' && target.kind === 'workspace')
    return refuseMethod(request, env, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  // A body that is announced as empty counts as no body.
  if (hasNeedlessBody(request) && request.headers.get('Content-Length') !== '0')
    return refuse(request, env, 'body_not_allowed');
  // A link or redirect of the portal to the same path, such as `//evil.example/`, would target another host. No page has it.
  const isHidden =
    target.kind === 'portal' ? urlOf(request).pathname.startsWith('//') : isPortalCall(request);
  return isHidden ? refuse(request, env, 'not_found') : target;
}

/** @returns null for any other host, such as another port, a trailing dot, or two labels below the portal's. */
function findRequestedHost(request: Request, portalHost: string): RequestedHost | null {
  const { host } = urlOf(request);
  if (host === portalHost) return { kind: 'portal' };
  if (!host.endsWith(`.${portalHost}`)) return null;
  const name = host.slice(0, -portalHost.length - 1);
  return name === '' || name.includes('.') ? null : { kind: 'workspace', name };
}

/**
 * Refuses a cookie of the portal that comes twice: browsers let no other host set a `__Host-` cookie, so one was planted
 * despite that, and nothing shows which. Removes both, so that no one is locked out: `Clear-Site-Data` reaches every path
 * and domain, on https; `Set-Cookie` reaches the cookies of the portal's own host, at the paths of this request.
 * @returns 400 `duplicate_cookie`; null otherwise.
 */
export function refuseDuplicateCookies(request: Request, env: Env): Response | null {
  const { isSecure } = configOf(env).portal;
  const duplicates = duplicateCookies(request, isSecure);
  if (duplicates.length === 0) return null;
  const answer = refuse(request, env, 'duplicate_cookie');
  if (isSecure) answer.headers.set('Clear-Site-Data', '"cookies"');
  for (const cookie of duplicates) {
    // A `__Host-` cookie has no other path.
    for (const path of isSecure ? ['/'] : pathsAbove(urlOf(request).pathname)) {
      answer.headers.append('Set-Cookie', cookie.clear(isSecure, path));
    }
  }
  return answer;
}

/** Content has no meaning in a GET or HEAD (RFC 9110, 9.3), and `fetch` accepts none. */
function hasNeedlessBody({ method, body }: Request): boolean {
  return body !== null && (method === 'GET' || method === 'HEAD');
}

/** @returns a GET or HEAD without the empty stream that the runtime creates for `Content-Length: 0`. */
export function withoutEmptyBody(request: Request): Request {
  if (!hasNeedlessBody(request)) return request;
  const { url, method, headers } = request;
  return new Request(url, { method, headers, cf: request.cf as RequestInitCfProperties });
}

/** The paths of a workspace's hook file that browsers open (docs/cluster.md, "The contract"). */
const OPENED_PATHS = ['/weft/sign-in', '/weft/admin-panel', '/weft/editor.js'];

/**
 * The portal calls a workspace through its cluster's ingress, past the gateway. The process verifies each call only once it has read
 * the body, and reads few at a time: strangers who send slowly would keep the portal waiting.
 */
function isPortalCall(request: Request): boolean {
  const path = canonicalPath(urlOf(request).pathname);
  return path.startsWith('/weft/') && !OPENED_PATHS.includes(path);
}

/** A long address must not cause a long answer. */
const MAX_PATHS = 8;

/** @returns the paths whose cookies a browser sends with a request for this path (RFC 6265, 5.1.4). */
function pathsAbove(pathname: string): string[] {
  const labels = pathname.split('/').filter(Boolean).slice(0, MAX_PATHS);
  const isPlain = labels.every((label) => /^[\w.~-]+$/.test(label));
  if (!isPlain) return ['/'];
  return ['/', ...labels.map((_, index) => `/${labels.slice(0, index + 1).join('/')}`)];
}

/** @param allow the methods that the address takes (RFC 9110, 15.5.6). @returns 405 `method_not_allowed`. */
export function refuseMethod(request: Request, env: Env, allow: string): Response {
  const answer = refuse(request, env, 'method_not_allowed');
  answer.headers.set('Allow', allow);
  return answer;
}

function refuse(request: Request, env: Env, code: ErrorCode): Response {
  const reference = newId('req');
  const homeUrl = configOf(env).portal.url;
  const asked = { reference, nonce: newToken(), homeUrl };
  const answer = withDataHeaders(failureAnswer(request, new AppError(code), asked));
  answer.headers.set('Cache-Control', 'no-store');
  logRefusal(request, answer, { client: clientOf(request, env), reference });
  return answer;
}
