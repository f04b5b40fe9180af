/** The questions of the help center by subject, in display order; the translations have the texts. */
export const faqGroups = {
  trial: ['trial-length', 'trial-end', 'first-steps'],
  plans: ['choose-plan', 'executions', 'limit-reached', 'change-plan'],
  workspace: ['restart', 'offline', 'update', 'update-undo', 'timezone', 'account-name'],
  backups: ['what-is-backed-up', 'restore', 'move-elsewhere'],
  team: ['invite', 'roles'],
  billing: ['payment-failed', 'invoices', 'cancel', 'deletion'],
  security: ['data-protection', 'two-factor', 'lost-phone', 'sign-in-trouble'],
} as const;

export type FaqGroup = keyof typeof faqGroups;
/** The subjects in display order. */
export const faqGroupIds = Object.keys(faqGroups) as FaqGroup[];
export type FaqId = (typeof faqGroups)[FaqGroup][number];
