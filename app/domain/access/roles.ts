/** Roles in an account; `owner` has every permission (design §4, "Roles"). */
export const roles = ['owner', 'billing', 'operator', 'member'] as const;
export type Role = (typeof roles)[number];

/** Each loader and action names the permission it needs. */
export const permissions = [
  /** The person's own name, password, e-mail and sessions. */
  'profile:manage',
  'workspace:open',
  'workspace:view',
  'workspace:configure',
  'backup:export',
  /** In addition to `backup:export`: export the workspace's credentials and restore them. */
  'backup:credentials',
  'billing:manage',
  'member:invite',
  /** Change a role, remove a member, revoke an invitation. */
  'member:manage',
  'activity:view',
  'account:setup',
  'support:ask',
] as const;
export type Permission = (typeof permissions)[number];

const everyone = ['profile:manage', 'workspace:open', 'workspace:view', 'support:ask'] as const;

/** The only table of permissions: routes, API and interface all read it. */
const permissionsByRole: Record<Role, readonly Permission[]> = {
  owner: permissions,
  billing: [...everyone, 'billing:manage'],
  operator: [...everyone, 'workspace:configure', 'backup:export'],
  member: everyone,
};

/** @returns everything the role allows; nothing for an unknown role. */
export function permissionsOf(role: Role): readonly Permission[] {
  return permissionsByRole[role] ?? [];
}

/** @returns whether the role has the permission; an unknown role (from a newer deployment's row) has none. */
export function can(role: Role, permission: Permission): boolean {
  return permissionsOf(role).includes(permission);
}
