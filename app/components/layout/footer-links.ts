/** @returns a page of the company's own site, outside the portal; a workspace can never be called `www`. */
export const companyUrl = (page: string) => `https://www.weft.example/${page}`;

/** The footer's links to that site, in their order (spec §2). */
export const companyPages = ['status', 'imprint', 'privacy', 'terms'] as const;

/** The comparison of all plans (spec §9, the "pricing comparison link"). */
export const planComparison = companyUrl('pricing');
