import { timeframeOf, type UsageOfDay, usageDay } from '#app/domain/instance/usage.ts';
import type { Usage } from '#app/domain/instance/view.ts';

/** A month's cumulative executions. */
export interface UsageMonth {
  /** `YYYY-MM`, UTC. */
  timeframe: string;
  /** Counted from 1, oldest first; days on which nothing changed have none. */
  days: Array<{ day: number; executions: number }>;
  total: number;
}

/**
 * @param usageByDay stored days, oldest first.
 * @param usage the current usage, maybe newer than the last stored day; null before the workspace's first report.
 * @returns the current month, empty without executions, and the stored ones before it, newest first.
 */
export function usageMonths(usageByDay: readonly UsageOfDay[], usage: Usage | null, now: number) {
  const byDay = new Map(usageByDay.map(({ day, executions }) => [day, executions]));
  if (usage) byDay.set(usageDay(usage, now), usage.executions);
  const current: UsageMonth = { timeframe: timeframeOf(now), days: [], total: 0 };
  const months = new Map([[current.timeframe, current]]);
  for (const [date, executions] of [...byDay].sort(([one], [other]) => one.localeCompare(other))) {
    const timeframe = date.slice(0, 7);
    const month = months.get(timeframe) ?? { timeframe, days: [], total: 0 };
    months.set(timeframe, month);
    month.days.push({ day: Number(date.slice(8)), executions });
    month.total = executions;
  }
  months.delete(current.timeframe);
  const earlier = [...months.values()].sort((one, other) => other.timeframe.localeCompare(one.timeframe));
  return { current, earlier };
}
