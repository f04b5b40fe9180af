import { jsonReply } from '#sandbox/server/reply.ts';
import type { Route } from '#sandbox/server/router.ts';

/** The features that the portal manages; each of these would bypass it. */
const managed: ReadonlyArray<readonly [method: string, path: string]> = [
  ['POST', '/rest/login'],
  ['POST', '/rest/owner/setup'],
  ['*', '/rest/invitations'],
  ['*', '/rest/invitations/*'],
  ['*', '/rest/forgot-password'],
  ['*', '/rest/change-password'],
  ['PATCH', '/rest/me'],
  ['PATCH', '/rest/me/password'],
  ['*', '/rest/mfa/*'],
  ['POST', '/rest/users'],
  ['PATCH', '/rest/users/*'],
  ['DELETE', '/rest/users/*'],
  ['POST', '/api/v1/users'],
  ['PATCH', '/api/v1/users/*'],
  ['DELETE', '/api/v1/users/*'],
  ['*', '/rest/sso/*'],
  ['*', '/rest/license/activate'],
];

const refusal = {
  code: 'managed_by_portal',
  message: 'Weft Cloud looks after people and sign-in. Open the admin panel.',
};

/** Refuses n8n's features for people, passwords and sign-in. */
export function managedRoutes(): Route[] {
  return managed.map(([method, path]) => ({ method, path, handle: () => jsonReply(403, refusal) }));
}
