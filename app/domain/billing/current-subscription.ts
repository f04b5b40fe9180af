import type { BillingStatus } from './subscription.ts';

/** The precedence of an account's subscriptions: a running one, then a paused one, then an ended one. */
export const subscriptionRanks: Readonly<Record<BillingStatus, number>> = {
  active: 0,
  trialing: 0,
  past_due: 0,
  paused: 1,
  deleted: 2,
};

/** A subscription with the event that it was last changed by; events sort by their instant and then by their id. */
interface Ranked {
  status: BillingStatus;
  eventAt: string;
  eventId: string;
}

/**
 * Chooses the account's current subscription, whose plan is the account's: at equal rank, the one with the newest
 * event. The database uses the same ranks when it applies events (`db/queries/billing-event-subscriptions.ts`);
 * `tests/unit/billing/event-order.test.ts` compares both.
 *
 * @returns null of none.
 */
export function chooseSubscription<One extends Ranked>(subscriptions: readonly One[]): One | null {
  return subscriptions.toSorted(compare)[0] ?? null;
}

function compare(one: Ranked, other: Ranked): number {
  const byRank = subscriptionRanks[one.status] - subscriptionRanks[other.status];
  if (byRank !== 0) return byRank;
  if (one.eventAt !== other.eventAt) return one.eventAt < other.eventAt ? 1 : -1;
  return one.eventId < other.eventId ? 1 : -1;
}
