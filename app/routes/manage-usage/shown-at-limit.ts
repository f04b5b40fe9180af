import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Money } from '#app/domain/billing/money.ts';
import type { OverageTerms } from '#app/domain/billing/overage.ts';
import { isTrial } from '#app/domain/plan/plan.ts';

/** Why executions cannot run on now. */
export type AtLimitBlock = 'trial' | 'agreement' | 'not_sold' | 'past_due' | 'ending';

/** The choice, as the screen shows it. */
export interface ShownAtLimit {
  canChoose: boolean;
  isRunOnChosen: boolean;
  /** Null while executions are held. */
  terms: OverageTerms | null;
  /** Price of one thousand; null for a plan without paid executions. */
  unitPrice: Money | null;
  /** Whether it includes tax. */
  taxInclusive: boolean;
  /** The chosen cap, or the proposed one, in thousands. */
  maxThousands: number;
  /** Null if executions can run on. */
  blocked: AtLimitBlock | null;
}

/** @param isSold whether the plan's executions have a price. @returns why executions cannot run on; null if they can. */
export function blockOf(
  { subscription, plan }: Pick<Viewer, 'subscription' | 'plan'>,
  isSold: boolean,
): AtLimitBlock | null {
  // An account without a trial and a subscription has an agreement.
  if (subscription === null) return isTrial(plan) ? 'trial' : 'agreement';
  if (subscription.status === 'past_due') return 'past_due';
  if (subscription.status !== 'active' || subscription.cancelsAt !== null) return 'ending';
  return isSold ? null : 'not_sold';
}
