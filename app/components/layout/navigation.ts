import { can, type Role } from '#app/domain/access/roles.ts';
import { paths } from '#app/domain/paths.ts';

/** The header's links, in their order (spec §2), each with the permission to see it: no link ends at a refusal. */
const navigation = [
  { screen: 'dashboard', to: paths.dashboard, permission: 'workspace:view' },
  { screen: 'manage', to: paths.manage, permission: 'workspace:configure' },
  { screen: 'usage', to: paths.usage, permission: 'workspace:view' },
  { screen: 'billing', to: paths.billing, permission: 'billing:manage' },
  { screen: 'help', to: paths.help, permission: 'support:ask' },
] as const;

/** @returns the header's links for a viewer. */
export function navigationFor({ role, hasBilling }: { role: Role; hasBilling: boolean }) {
  return navigation.filter(({ screen, permission }) => {
    if (!can(role, permission)) return false;
    // People with /manage find usage and billing there. Accounts without billing have no such page.
    if (screen !== 'usage' && screen !== 'billing') return true;
    return !can(role, 'workspace:configure') && (screen !== 'billing' || hasBilling);
  });
}
