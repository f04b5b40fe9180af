import type { OverageTerms } from '../billing/overage.ts';

/** A month's executions beyond the plan's amount, which the account pays for. */
export interface OverageMonth {
  /** `YYYY-MM`, UTC. */
  month: string;
  /** From 1; a month has a second part after a cancellation that was taken back. */
  part: number;
  /** The plan's executions a month, as they were at the last reading. */
  limit: number;
  /** The month's counter when it was last read; null when executions before the next reading are not to be paid. */
  counted: number | null;
  /** To be paid. */
  executions: number;
  terms: OverageTerms;
}

/**
 * Counts a reading of the month's counter. What the plan allowed when an execution ran is not paid, whatever plan comes
 * after; a cancelled execution is taken back. With one plan all month, the result is the counter less the plan's amount.
 */
export function countOverage(overage: OverageMonth, executions: number): OverageMonth {
  const { counted, limit, terms } = overage;
  if (counted === null) return { ...overage, counted: executions };
  const change = Math.max(executions, limit) - Math.max(counted, limit);
  const sum = Math.max(0, overage.executions + change);
  // A cap that was lowered takes nothing back that had been agreed to.
  const paid = change > 0 ? Math.max(overage.executions, Math.min(sum, terms.maxExecutions)) : sum;
  return { ...overage, counted: executions, executions: paid };
}

/**
 * Follows the plan. What a larger plan still allowed may not have been read yet, so that executions before the next
 * reading are not to be paid.
 */
export function withLimit(overage: OverageMonth, limit: number): OverageMonth {
  if (limit === overage.limit) return overage;
  return { ...overage, limit, counted: limit < overage.limit ? null : overage.counted };
}

/** Of two prices within a month, the lower one is charged for all of it. */
export function withTerms(overage: OverageMonth, terms: OverageTerms): OverageMonth {
  const known = overage.terms.unitPrice;
  const isCharged = overage.executions > 0 && known.currency === terms.unitPrice.currency;
  const unitPrice = isCharged && known.amount < terms.unitPrice.amount ? known : terms.unitPrice;
  return { ...overage, terms: { ...terms, unitPrice } };
}
