import { canGrantRole } from '#app/domain/access/grants.ts';
import { permissionsOf, type Role } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';

/** @throws AppError forbidden for a role beyond the person's own, api_token_scope_missing for one beyond their token. */
export function requireGrant(viewer: Viewer, role: Role): void {
  if (canGrantRole(viewer, role)) return;
  const isForTheirRole = canGrantRole({ permissions: permissionsOf(viewer.role) }, role);
  throw new AppError(isForTheirRole ? 'api_token_scope_missing' : 'forbidden');
}
