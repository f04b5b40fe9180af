import type { OverageTerms } from '../billing/overage.ts';

/** A month's executions beyond the plan's, which the account pays for. */
export interface OverageMonth {
  /** `YYYY-MM`, UTC. */
  month: string;
  /** From 1; a month has a second part after a cancellation that was undone. */
  part: number;
  /** The plan's executions a month, as they were at the last reading. */
  limit: number;
  /** The month's counter at the last reading; null when executions up to the next reading are free. */
  counted: number | null;
  /** Charged at the end of the month. */
  executions: number;
  terms: OverageTerms;
}

/**
 * Counts a reading of the month's counter. An execution within the plan of its time stays free after a plan change; a cancelled
 * execution is subtracted. With one plan all month, the result is the counter minus the plan's executions.
 */
export function countOverage(overage: OverageMonth, executions: number): OverageMonth {
  const { counted, limit, terms } = overage;
  if (counted === null) return { ...overage, counted: executions };
  const change = Math.max(executions, limit) - Math.max(counted, limit);
  const sum = Math.max(0, overage.executions + change);
  // A lower cap does not undo charges under the earlier one.
  const paid = change > 0 ? Math.max(overage.executions, Math.min(sum, terms.maxExecutions)) : sum;
  return { ...overage, counted: executions, executions: paid };
}

/**
 * Applies a plan's limit. After a downgrade, executions within the larger plan may not have been read yet, so those up to the
 * next reading are free.
 */
export function withLimit(overage: OverageMonth, limit: number): OverageMonth {
  if (limit === overage.limit) return overage;
  return { ...overage, limit, counted: limit < overage.limit ? null : overage.counted };
}

/** Of two prices within a month, the lower one applies to all of it. */
export function withTerms(overage: OverageMonth, terms: OverageTerms): OverageMonth {
  const known = overage.terms.unitPrice;
  const isCharged = overage.executions > 0 && known.currency === terms.unitPrice.currency;
  const unitPrice = isCharged && known.amount < terms.unitPrice.amount ? known : terms.unitPrice;
  return { ...overage, terms: { ...terms, unitPrice } };
}
