import { isDeepStrictEqual } from 'node:util';
import type { OverageChange, OverageMonth, OverageTerms } from '../instance/overage-state.ts';

/** The limit that applied before the account chose to run on: no execution is beyond it or charged. */
export const UNPAID = Number.MAX_SAFE_INTEGER;

/**
 * Counts a reading of the month's counter. An execution within the plan of its time stays free after a plan change; a cancelled
 * execution is subtracted. With one plan all month, the result is the counter minus the plan's executions. While a change's
 * counter is unknown, a reading cannot be divided and counts nothing: a later reading covers it.
 */
export function countOverage(overage: OverageMonth, executions: number): OverageMonth {
  return overage.changes.length > 0 ? overage : countUnder(overage, executions);
}

function countUnder(overage: OverageMonth, executions: number): OverageMonth {
  const { counted, limit, terms } = overage;
  const change = Math.max(executions, limit) - Math.max(counted, limit);
  const sum = Math.max(0, overage.executions + change);
  // A lower cap does not undo charges under the earlier one.
  const paid = change > 0 ? Math.max(overage.executions, Math.min(sum, terms.maxExecutions)) : sum;
  return { ...overage, counted: executions, executions: paid };
}

/** Notes a plan or terms that differ from the latest. Two changes at one instant are one. */
export function withOverageChange(overage: OverageMonth, change: OverageChange): OverageMonth {
  const { changes } = overage;
  const { limit, terms } = changes.at(-1) ?? overage;
  // A lower price that is kept is not a change.
  const next = withTerms({ ...overage, terms }, change.terms);
  if (limit === change.limit && isDeepStrictEqual(terms, next.terms)) return overage;
  return { ...overage, changes: [...changes.filter(({ since }) => since !== change.since), change] };
}

/**
 * Counts what ran until the oldest change, and applies it. @param counter the month's, which counts
 * only at that change's instant.
 */
export function countUntilChange(
  overage: OverageMonth,
  counter: { since: number; executions: number },
): OverageMonth {
  const [change, ...changes] = overage.changes;
  if (change?.since !== counter.since) return overage;
  const counted = countUnder(overage, counter.executions);
  return withTerms({ ...counted, limit: change.limit, changes }, change.terms);
}

/** Of two prices within a month, the lower one applies to all of it. */
export function withTerms(overage: OverageMonth, terms: OverageTerms): OverageMonth {
  const known = overage.terms.unitPrice;
  const isCharged = overage.executions > 0 && known.currency === terms.unitPrice.currency;
  const unitPrice = isCharged && known.amount < terms.unitPrice.amount ? known : terms.unitPrice;
  return { ...overage, terms: { ...terms, unitPrice } };
}
