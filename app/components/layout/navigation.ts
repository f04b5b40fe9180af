/** The header's links, in their order (spec §2). */
export const navigation = [
  { to: '/dashboard', labelKey: 'layout.navigation.dashboard' },
  { to: '/manage', labelKey: 'layout.navigation.manage' },
  { to: '/help', labelKey: 'layout.navigation.help' },
] as const;
