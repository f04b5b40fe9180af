import { can, type Role } from '#app/domain/access/roles.ts';
import { paths } from '#app/domain/paths.ts';

/** The screens under /manage, in their order (spec §2). */
const screens = [
  { screen: 'settings', to: paths.manage, permission: 'workspace:configure' },
  { screen: 'status', to: paths.manageStatus, permission: 'workspace:configure' },
  { screen: 'usage', to: paths.usage, permission: 'workspace:view' },
  { screen: 'webhooks', to: paths.webhooks, permission: 'workspace:view' },
  { screen: 'export', to: paths.backups, permission: 'workspace:view' },
  { screen: 'billing', to: paths.billing, permission: 'billing:manage' },
] as const;

export type ManageScreen = (typeof screens)[number];

/** @returns the screens under /manage that a viewer can open; billing opens with the first plan. */
export function manageScreensFor({ role, hasBilling }: { role: Role; hasBilling: boolean }): ManageScreen[] {
  return screens.filter(
    ({ screen, permission }) => can(role, permission) && (screen !== 'billing' || hasBilling),
  );
}
