import type { Permission } from '#app/domain/access/roles.ts';
import { paths } from '#app/http/paths.ts';

interface NavigationLink {
  to: string;
  labelKey: 'layout.navigation.dashboard' | 'layout.navigation.manage' | 'layout.navigation.help';
  /** Shown to those whose role allows it: nobody is led to a page that refuses them. */
  permission: Permission;
}

/** The header's links, in their order (spec §2); each screen adds its own when it is there to be opened. */
export const navigation: readonly NavigationLink[] = [
  { to: paths.dashboard, labelKey: 'layout.navigation.dashboard', permission: 'workspace:view' },
  { to: paths.manage, labelKey: 'layout.navigation.manage', permission: 'workspace:configure' },
  { to: paths.help, labelKey: 'layout.navigation.help', permission: 'support:ask' },
];
