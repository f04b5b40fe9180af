/** The footer's links, in their order (spec §2). */
export const footerLinks = [
  { to: '/status', labelKey: 'layout.footer.status' },
  { to: '/imprint', labelKey: 'layout.footer.imprint' },
  { to: '/privacy', labelKey: 'layout.footer.privacy' },
  { to: '/terms', labelKey: 'layout.footer.terms' },
] as const;
