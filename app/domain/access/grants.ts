import { can, type Permission, permissionsOf, type Role, roles } from './roles.ts';

/** The acting person's effective permissions: their role's, limited to the scopes when they use a token. */
export interface Holder {
  readonly permissions: readonly Permission[];
}

/** Permissions that concern only the person. They open nothing of the account, so granting a role ignores them. */
const personal: readonly Permission[] = ['profile:manage', 'support:ask'];

/** @param scopes of the API token; null for a session. @returns the effective permissions. */
export function effectivePermissions(role: Role, scopes: readonly string[] | null): readonly Permission[] {
  return permissionsOf(role).filter((permission) => scopes === null || scopes.includes(permission));
}

/** @returns whether the holder's role, and the token's scopes, include the permission. */
export function holds(holder: Holder, permission: Permission): boolean {
  return holder.permissions.includes(permission);
}

/**
 * @returns whether the holder has each permission of the role, the personal ones aside: no one
 *   grants or takes away what they lack.
 */
export function canGrantRole(holder: Holder, role: Role): boolean {
  return permissionsOf(role).every(
    (permission) => personal.includes(permission) || holds(holder, permission),
  );
}

/** @returns whether the holder has each scope of a new token. */
export function canGrantScopes(holder: Holder, scopes: readonly Permission[]): boolean {
  return scopes.every((scope) => holds(holder, scope));
}

/** @returns the roles that the holder can give, change and take away. */
export function grantableRoles(holder: Holder): Role[] {
  return roles.filter((role) => canGrantRole(holder, role));
}

/** @returns the roles whose invitations a member with the role `inviter` can send and resend. */
export function invitableRoles(inviter: Role): Role[] {
  return can(inviter, 'member:invite') ? grantableRoles({ permissions: permissionsOf(inviter) }) : [];
}
