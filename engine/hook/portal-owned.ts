import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf, sendUnread } from './http.ts';

const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** By methods, null for all: the portal owns people, passwords, sign-in and license, in the editor and in the public API. */
const owned: ReadonlyArray<readonly [methods: readonly string[] | null, path: RegExp]> = [
  [['POST'], /^\/rest\/login$/],
  [null, /^\/rest\/owner\//],
  [null, /^\/rest\/(?:forgot-password|resolve-password-token|change-password)$/],
  [null, /^\/rest\/(?:resolve-signup-token|invitations)(?:\/|$)/],
  [['PATCH'], /^\/rest\/me(?:\/password)?$/],
  [null, /^\/rest\/mfa(?:\/|$)/],
  [CHANGES, /^\/rest\/users(?:\/|$)/],
  [null, /^\/rest\/users\/[^/]*\/(?:password-reset|invite)-link$/],
  [null, /^\/rest\/(?:sso|ldap|provisioning|change-email|confirm-email-change|token-exchange)(?:\/|$)/],
  [['POST'], /^\/rest\/license(?:\/|$)/],
  [['POST', 'PATCH', 'DELETE'], /^\/api\/v\d+\/users(?:\/|$)/],
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
  const path = normalizePath(pathOf(request));
  const isOwned = owned.some(
    ([methods, pattern]) => (methods?.includes(request.method ?? '') ?? true) && pattern.test(path),
  );
  if (!isOwned) {
    next();
    return;
  }
  const message = 'Weft Cloud looks after people and sign-in. Open the admin panel.';
  sendUnread(request, response, 403, { code: 'managed_by_portal', message });
}

function normalizePath(path: string): string {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // Express refuses such a path too.
  }
  const joined = decoded.toLowerCase().replace(/\/{2,}/g, '/');
  return joined.length > 1 ? joined.replace(/\/$/, '') : joined;
}
