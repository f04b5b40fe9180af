import { can, type Permission, type Role } from '#app/domain/access/roles.ts';
import { paths } from '#app/domain/paths.ts';

interface NavigationLink {
  to: string;
  labelKey: `layout.navigation.${'dashboard' | 'manage' | 'usage' | 'billing' | 'help'}`;
  /** Required to see the link, so that no link ends at a refusal. */
  permission: Permission;
}

/** @returns the header's links for a viewer, in their order (spec §2). */
export function navigationFor({ role, hasBilling }: { role: Role; hasBilling: boolean }): NavigationLink[] {
  return navigation.filter(({ to, permission }) => {
    if (!can(role, permission)) return false;
    // People with /manage find usage and billing there. Accounts without billing have no such page.
    if (to !== paths.usage && to !== paths.billing) return true;
    return !can(role, 'workspace:configure') && (to !== paths.billing || hasBilling);
  });
}

const navigation: readonly NavigationLink[] = [
  { to: paths.dashboard, labelKey: 'layout.navigation.dashboard', permission: 'workspace:view' },
  { to: paths.manage, labelKey: 'layout.navigation.manage', permission: 'workspace:configure' },
  { to: paths.usage, labelKey: 'layout.navigation.usage', permission: 'workspace:view' },
  { to: paths.billing, labelKey: 'layout.navigation.billing', permission: 'billing:manage' },
  { to: paths.help, labelKey: 'layout.navigation.help', permission: 'support:ask' },
];
