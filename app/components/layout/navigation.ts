/** The header's links, in their order (spec §2); each screen adds its own when it is there to be opened. */
export const navigation = [{ to: '/dashboard', labelKey: 'layout.navigation.dashboard' }] as const;
