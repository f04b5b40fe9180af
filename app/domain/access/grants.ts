import { can, type Permission, permissionsOf, type Role, roles } from './roles.ts';

/** Who acts, with what they may do here and now: a role's permissions, by token only those among its scopes. */
export interface Holder {
  readonly permissions: readonly Permission[];
}

/** Of every person about themselves alone. They open nothing of the account, so nobody needs them to grant a role. */
const personal: readonly Permission[] = ['profile:manage', 'support:ask'];

/** @param scopes of the API token; null for a session. @returns the effective permissions. */
export function effectivePermissions(role: Role, scopes: readonly string[] | null): readonly Permission[] {
  return permissionsOf(role).filter((permission) => scopes === null || scopes.includes(permission));
}

/** @returns whether the caller may do it, by role and, for a token, by scope. */
export function holds(holder: Holder, permission: Permission): boolean {
  return holder.permissions.includes(permission);
}

/**
 * The one rule of granting: nobody gives, changes or takes away more than they hold.
 * @returns whether the holder has each permission of the role, the personal ones aside.
 */
export function canGrantRole(holder: Holder, role: Role): boolean {
  return permissionsOf(role).every(
    (permission) => personal.includes(permission) || holds(holder, permission),
  );
}

/** @returns whether each scope of a new token is held. */
export function canGrantScopes(holder: Holder, scopes: readonly Permission[]): boolean {
  return scopes.every((scope) => holds(holder, scope));
}

/** @returns the roles that the holder can give, change and take away. */
export function grantableRoles(holder: Holder): Role[] {
  return roles.filter((role) => canGrantRole(holder, role));
}

/** @returns the roles whose invitations a member of `inviter`'s role can still answer for. */
export function invitableRoles(inviter: Role): Role[] {
  return can(inviter, 'member:invite') ? grantableRoles({ permissions: permissionsOf(inviter) }) : [];
}
