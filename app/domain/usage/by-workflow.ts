import type { MonthSums, WorkflowSums } from './executions.ts';
import { countElapsedDays, daysInMonth } from './months.ts';
import { sum } from './sum.ts';

const WEEK_DAYS = 7;

/** The comparison period of a month's whole days: the same days of the month before, the week before, or nothing yet. */
export type Comparison = 'month' | 'week' | null;

/** A workflow's share of a month. */
export interface WorkflowUsage {
  id: string;
  name: string;
  counted: number;
  notCounted: number;
  /** Share of the month's counted executions, 0 to 1. */
  share: number;
  /** Counted executions more than in the days compared with; null without a comparison. */
  change: number | null;
}

/** @returns the month's counted executions by day, from the first. */
export function sumCountedByDay({ month, workflows }: MonthSums): number[] {
  return Array.from({ length: daysInMonth(month) }, (_, day) =>
    sum(workflows.map(({ counted }) => counted[day] ?? 0)),
  );
}

/**
 * Shares out a month's executions, the largest part first, and compares each workflow's whole days with earlier ones: with
 * the same days of the month before, or where that has none, from the 15th on, the last seven days with the seven before.
 * @param readAt when the figures were read, UTC ms: the days after it are not known to be empty.
 */
export function usageByWorkflow(
  current: MonthSums,
  previous: MonthSums | null,
  readAt: number,
): { workflows: WorkflowUsage[]; comparison: Comparison } {
  // A part of today would be compared with a whole day.
  const days = Math.floor(countElapsedDays(current.month, readAt));
  const comparison = comparisonOf(current, previous, days);
  const earlier = new Map(previous?.workflows.map((one) => [one.id, one]));
  const ids = new Map(current.workflows.map((one) => [one.id, one]));
  // A workflow that no longer runs moved the month too.
  if (comparison === 'month')
    for (const [id, one] of earlier) if (!ids.has(id)) ids.set(id, { ...one, counted: [], notCounted: [] });
  const total = sum(current.workflows.flatMap(({ counted }) => counted));
  const workflows = [...ids.values()].map((one): WorkflowUsage => {
    const counted = sum(one.counted);
    return {
      id: one.id,
      name: one.name,
      counted,
      notCounted: sum(one.notCounted),
      share: total === 0 ? 0 : counted / total,
      change: changeOf(comparison, { one, before: earlier.get(one.id), days }),
    };
  });
  const isShown = ({ counted, notCounted, change }: WorkflowUsage) =>
    counted > 0 || notCounted > 0 || (change !== null && change !== 0);
  return {
    workflows: workflows.filter(isShown).sort((one, other) => other.counted - one.counted),
    comparison,
  };
}

/** @returns the workflow whose change is the largest, in either direction; null when none changed. */
export function largestMover(workflows: readonly WorkflowUsage[]): WorkflowUsage | null {
  const size = ({ change }: WorkflowUsage) => Math.abs(change ?? 0);
  const [first] = [...workflows].sort((one, other) => size(other) - size(one));
  return first && size(first) > 0 ? first : null;
}

/** Sums the workflows with the fewest executions into one without an id, so that a month has at most `max` of them. */
export function boundWorkflows(sums: MonthSums, max: number): MonthSums {
  if (sums.workflows.length <= max) return sums;
  const weight = ({ counted, notCounted }: WorkflowSums) => sum(counted) * 1_000_000 + sum(notCounted);
  const isOwn = ({ id }: WorkflowSums) => id !== '';
  const largest = sums.workflows.filter(isOwn).sort((one, other) => weight(other) - weight(one));
  const kept = largest.slice(0, max - 1);
  const rest = [...largest.slice(max - 1), ...sums.workflows.filter((one) => !isOwn(one))];
  const days = Array.from({ length: daysInMonth(sums.month) }, (_, day) => day);
  const together = {
    id: '',
    name: '',
    counted: days.map((day) => sum(rest.map(({ counted }) => counted[day] ?? 0))),
    notCounted: days.map((day) => sum(rest.map(({ notCounted }) => notCounted[day] ?? 0))),
  };
  return { ...sums, workflows: [...kept, together] };
}

function comparisonOf(current: MonthSums, previous: MonthSums | null, days: number): Comparison {
  const hasBefore = previous?.workflows.some(({ counted }) => sum(counted.slice(0, days)) > 0);
  if (hasBefore) return 'month';
  // Fewer days would compare a week with a part of one.
  if (days < 2 * WEEK_DAYS) return null;
  const weekBefore = current.workflows.some(({ counted }) => sum(weekOf(counted, days - WEEK_DAYS)) > 0);
  return weekBefore ? 'week' : null;
}

function changeOf(
  comparison: Comparison,
  { one, before, days }: { one: WorkflowSums; before: WorkflowSums | undefined; days: number },
): number | null {
  if (comparison === null) return null;
  if (comparison === 'week')
    return sum(weekOf(one.counted, days)) - sum(weekOf(one.counted, days - WEEK_DAYS));
  return sum(one.counted.slice(0, days)) - sum(before?.counted.slice(0, days) ?? []);
}

/** @returns the seven days up to a day of the month, from the seventh on. */
function weekOf(counted: readonly number[], untilDay: number): readonly number[] {
  return counted.slice(untilDay - WEEK_DAYS, untilDay);
}
