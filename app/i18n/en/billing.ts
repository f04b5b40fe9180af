import type { BillingStatus } from '#app/domain/billing/subscription.ts';

/** What an account pays for. */
export const billing = {
  pageTitle: 'Billing – Weft Cloud',
  plan: {
    title: 'Your subscription',
    name: 'Plan',
    period: 'Paid',
    status: 'Status',
    renews: 'Paid until',
    ends: 'Ends',
  },
  period: { monthly: 'Monthly', yearly: 'Yearly' },
  status: {
    active: 'Active',
    trialing: 'Trial',
    past_due: 'Payment overdue',
    paused: 'Paused',
    deleted: 'Cancelled',
  } satisfies Record<BillingStatus, string>,
} as const;
