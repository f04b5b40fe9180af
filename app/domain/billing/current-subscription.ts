import type { BillingStatus } from './subscription.ts';

/**
 * The precedence of an account's subscriptions: a running one, then a paused one, then an ended one. The current one, whose
 * plan is the account's, has the lowest rank, and of several the newest event (`tests/unit/billing/event-order.test.ts`).
 */
export const subscriptionRanks: Readonly<Record<BillingStatus, number>> = {
  active: 0,
  trialing: 0,
  past_due: 0,
  paused: 1,
  deleted: 2,
};
