import type { InstanceState } from './state.ts';
import { timeframeOf } from './usage.ts';

/** @returns the executions a month that the process lets run: the plan's, and those that are paid for beyond them. */
export function executionsLimitOf(facts: {
  limits: { monthlyExecutions: number };
  overage?: { maxExecutions: number };
}): number {
  return facts.limits.monthlyExecutions + (facts.overage?.maxExecutions ?? 0);
}

/** @returns whether the last reading shows the limit at which the process refuses executions. */
export function isLimitRead({ usage, facts }: InstanceState, now: number): boolean {
  return usage?.timeframe === timeframeOf(now) && usage.executions >= executionsLimitOf(facts);
}
