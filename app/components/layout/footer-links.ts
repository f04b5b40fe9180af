/** The company's own site, outside the portal; a workspace can never be called `www`. */
const COMPANY_SITE = 'https://www.weft.example';

/** The footer's links, in their order (spec §2). */
export const footerLinks = [
  { to: `${COMPANY_SITE}/status`, labelKey: 'layout.footer.status' },
  { to: `${COMPANY_SITE}/imprint`, labelKey: 'layout.footer.imprint' },
  { to: `${COMPANY_SITE}/privacy`, labelKey: 'layout.footer.privacy' },
  { to: `${COMPANY_SITE}/terms`, labelKey: 'layout.footer.terms' },
] as const;

/** The comparison of all plans (spec §9, the "pricing comparison link"). */
export const planComparison = `${COMPANY_SITE}/pricing`;

export const legalLinks = { privacy: `${COMPANY_SITE}/privacy`, terms: `${COMPANY_SITE}/terms` };
