import type { Money } from '#app/domain/billing/money.ts';
import type { OverageTerms } from '#app/domain/billing/overage.ts';

/** Why executions cannot run on now. */
export type AtLimitBlock = 'trial' | 'not_sold' | 'past_due' | 'ending';

/** What the screen shows of the choice. */
export interface ShownAtLimit {
  canChoose: boolean;
  isRunOnChosen: boolean;
  /** Null while executions are held. */
  terms: OverageTerms | null;
  /** Of one thousand; null for a plan that sells no more. */
  unitPrice: Money | null;
  /** The chosen cap, or the proposed one, in thousands. */
  maxThousands: number;
  /** Null while nothing keeps executions from running on. */
  blocked: AtLimitBlock | null;
}
