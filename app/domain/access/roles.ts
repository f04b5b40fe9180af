/** What a person may do in an account; `owner` may do all (design §4, "Roles"). */
export const roles = ['owner', 'billing', 'operator', 'member'] as const;
export type Role = (typeof roles)[number];

/** Things a role allows; each loader and action names the one it needs. */
export type Permission =
  | 'workspace:open'
  | 'workspace:view'
  | 'workspace:configure'
  | 'backup:export'
  | 'billing:manage'
  | 'member:invite'
  | 'account:setup';

const permissionsByRole: Record<Role, readonly Permission[]> = {
  owner: [
    'workspace:open',
    'workspace:view',
    'workspace:configure',
    'backup:export',
    'billing:manage',
    'member:invite',
    'account:setup',
  ],
  billing: ['workspace:open', 'workspace:view', 'billing:manage'],
  operator: ['workspace:open', 'workspace:view', 'workspace:configure', 'backup:export'],
  member: ['workspace:open', 'workspace:view'],
};

/** @returns whether the role allows it; an unknown role (from a newer deployment's row) allows nothing. */
export function can(role: Role, permission: Permission): boolean {
  return permissionsByRole[role]?.includes(permission) ?? false;
}
