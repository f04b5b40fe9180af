import { can, type Role } from '#app/domain/access/roles.ts';
import { paths } from '#app/domain/paths.ts';

/** The screens under /account, in their order: the tabs there, and the account menu. */
const screens = [
  { screen: 'profile', to: paths.account, permission: 'profile:manage' },
  { screen: 'security', to: paths.accountSecurity, permission: 'profile:manage' },
  { screen: 'members', to: paths.accountMembers, permission: 'member:manage' },
  { screen: 'activity', to: paths.accountActivity, permission: 'activity:view' },
  { screen: 'tokens', to: paths.accountTokens, permission: 'profile:manage' },
] as const;

export type AccountScreen = (typeof screens)[number];

/** @returns the account's screens that a role can open. */
export function accountScreensFor(role: Role): AccountScreen[] {
  return screens.filter(({ permission }) => can(role, permission));
}
