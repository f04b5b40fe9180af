/** What a person may do in an account; `owner` may do all (design §4, "Roles"). */
export const roles = ['owner', 'billing', 'operator', 'member'] as const;
export type Role = (typeof roles)[number];

/** Things a role allows; each loader and action names the one it needs. */
export const permissions = [
  /** One's own name, password, e-mail and sessions. */
  'profile:manage',
  'workspace:open',
  'workspace:view',
  'workspace:configure',
  'backup:export',
  /** Beside `backup:export`: take credentials out of the workspace, and bring them back. */
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

/** The one table of who may do what: routes, API and interface all read it. */
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

/** @returns whether the role allows it; an unknown role (from a newer deployment's row) allows nothing. */
export function can(role: Role, permission: Permission): boolean {
  return permissionsOf(role).includes(permission);
}
