import type { Money } from './money.ts';

/**
 * `due`: the provider was not asked yet, or did not answer. `charged`: it took the charge, whose payment the payments
 * show. `refused`: it takes none, since the subscription is over.
 */
export const overageChargeStatuses = ['due', 'charged', 'refused'] as const;
export type OverageChargeStatus = (typeof overageChargeStatuses)[number];

/** Which charge: at most one for each. */
export interface OverageChargeKey {
  accountId: string;
  /** `YYYY-MM`, UTC. */
  month: string;
  /** From 1. */
  part: number;
}

/** The charge of a closed month. */
export interface OverageCharge extends OverageChargeKey {
  subscriptionId: string;
  executions: number;
  /** Started thousands of executions. */
  units: number;
  /** Of one thousand. */
  unitPrice: Money;
  taxInclusive: boolean;
  status: OverageChargeStatus;
}
