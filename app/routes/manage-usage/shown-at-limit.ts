import type { Money } from '#app/domain/billing/money.ts';
import type { OverageTerms } from '#app/domain/billing/overage.ts';

/** Why executions cannot run on now. */
export type AtLimitBlock = 'trial' | 'not_sold' | 'past_due' | 'ending';

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
