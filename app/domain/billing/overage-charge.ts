import type { Money } from './money.ts';

/**
 * `due`: not sent to the provider yet, or without an answer. `charged`: accepted; the payments show whether it is paid.
 * `refused`: not accepted, since the subscription has ended or the card was declined.
 */
export const overageChargeStatuses = ['due', 'charged', 'refused'] as const;
export type OverageChargeStatus = (typeof overageChargeStatuses)[number];

/** Identifies a charge. */
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
  /** Price of one thousand. */
  unitPrice: Money;
  taxInclusive: boolean;
  status: OverageChargeStatus;
}
