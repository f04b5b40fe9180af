import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf, sendJson } from './http.ts';

/** By method, `*` for all: the portal owns people, passwords, sign-in and license, in the editor and in the public API. */
const owned: ReadonlyArray<readonly [method: string, path: RegExp]> = [
  ['POST', /^\/rest\/login$/],
  ['*', /^\/rest\/owner\//],
  ['*', /^\/rest\/(?:forgot-password|resolve-password-token|change-password)$/],
  ['*', /^\/rest\/(?:resolve-signup-token|invitations)(?:\/|$)/],
  ['PATCH', /^\/rest\/me(?:\/password)?$/],
  ['*', /^\/rest\/mfa(?:\/|$)/],
  ['POST', /^\/rest\/users(?:\/|$)/],
  ['PUT', /^\/rest\/users(?:\/|$)/],
  ['PATCH', /^\/rest\/users(?:\/|$)/],
  ['DELETE', /^\/rest\/users(?:\/|$)/],
  ['*', /^\/rest\/users\/[^/]*\/password-reset-link$/],
  ['*', /^\/rest\/users\/[^/]*\/invite-link$/],
  ['*', /^\/rest\/(?:sso|ldap|provisioning|change-email|confirm-email-change|token-exchange)(?:\/|$)/],
  ['POST', /^\/rest\/license(?:\/|$)/],
  ['POST', /^\/api\/v\d+\/users(?:\/|$)/],
  ['PATCH', /^\/api\/v\d+\/users(?:\/|$)/],
  ['DELETE', /^\/api\/v\d+\/users(?:\/|$)/],
];

/**
 * A layer that refuses requests that would bypass the portal's sign-in. Like Express, it ignores case, a trailing slash and
 * escapes.
 */
export function refusePortalOwned(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const path = plain(pathOf(request));
  const isOwned = owned.some(
    ([method, pattern]) => (method === '*' || method === request.method) && pattern.test(path),
  );
  if (!isOwned) {
    next();
    return;
  }
  const message = 'Weft Cloud looks after people and sign-in. Open the admin panel.';
  sendJson(response, 403, { code: 'managed_by_portal', message });
  if (!request.complete) request.resume();
}

function plain(path: string): string {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // Express refuses such a path too.
  }
  const joined = decoded.toLowerCase().replace(/\/{2,}/g, '/');
  return joined.length > 1 ? joined.replace(/\/$/, '') : joined;
}
