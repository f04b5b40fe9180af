import type { BillingStatus } from './subscription.ts';

/**
 * Ranks of an account's subscriptions. The current one, whose plan is the account's, has the
 * lowest, and of several the newest event.
 */
export const subscriptionRanks: Readonly<Record<BillingStatus, number>> = {
  active: 0,
  trialing: 0,
  past_due: 0,
  paused: 1,
  deleted: 2,
};
