import { can, type Permission, type Role } from '#app/domain/access/roles.ts';
import { paths } from '#app/domain/paths.ts';

export interface AccountScreen {
  screen: 'profile' | 'security' | 'members' | 'activity' | 'tokens';
  to: string;
  permission: Permission;
}

/** The screens under /account, in their order: the tabs there, and the account menu. */
const screens: readonly AccountScreen[] = [
  { screen: 'profile', to: paths.account, permission: 'profile:manage' },
  { screen: 'security', to: paths.accountSecurity, permission: 'profile:manage' },
  { screen: 'members', to: paths.accountMembers, permission: 'member:manage' },
  { screen: 'activity', to: paths.accountActivity, permission: 'activity:view' },
  { screen: 'tokens', to: paths.accountTokens, permission: 'profile:manage' },
];

/** @returns the account's screens that a role can open. */
export function accountScreensFor(role: Role): readonly AccountScreen[] {
  return screens.filter(({ permission }) => can(role, permission));
}
