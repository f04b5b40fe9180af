import { DAY_MS, MINUTE_MS } from '../time/clock.ts';
import { monthBegins, monthEnds } from '../usage/months.ts';
import type { Usage } from './view.ts';

/** Shares of the monthly executions that cause a mail and a banner, in percent, highest first. */
const WARNING_LEVELS = [100, 95, 80, 50] as const;
/** The highest warning before the limit is reached. */
export const LEVEL_BELOW_LIMIT = WARNING_LEVELS[1];
export type WarningLevel = (typeof WARNING_LEVELS)[number];

/** Minimum time between readings for a warning; also the delay of the first retry. */
export const MIN_READING_INTERVAL_MS = MINUTE_MS;

/** 13 months, to compare a month with the same one a year before. */
export const USAGE_KEPT_DAYS = 396;

/** @returns the counts of the warnings. */
export function warningCounts(limit: number): number[] {
  return WARNING_LEVELS.map((percent) => Math.ceil((limit * percent) / 100));
}

/** @returns the highest reached warning level, in percent; 0 below the first. */
export function warningLevel(executions: number, limit: number): WarningLevel | 0 {
  return WARNING_LEVELS.find((percent) => executions * 100 >= limit * percent) ?? 0;
}

/**
 * Projects when the next of these counts is reached, at the rate since the reading before. A longer pause before it does not
 * lower the rate: readings that found nothing new are not kept. @param intervalMs maximum time between readings.
 * @returns UTC ms; null when the usual next reading comes first.
 */
export function nextReadingAt(
  reading: { executions: number; at: number },
  before: { executions: number; at: number },
  { counts, intervalMs }: { counts: readonly number[]; intervalMs: number },
): number | null {
  const next = Math.min(...counts.filter((count) => count > reading.executions));
  const elapsedMs = Math.min(Math.max(reading.at - before.at, MIN_READING_INTERVAL_MS), intervalMs);
  const dueMs = ((next - reading.executions) * elapsedMs) / (reading.executions - before.executions);
  if (!(dueMs >= 0 && dueMs < intervalMs)) return null;
  return reading.at + Math.max(MIN_READING_INTERVAL_MS, Math.ceil(dueMs));
}

/** @returns the UTC month of an instant, `YYYY-MM`. */
export function timeframeOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

/** @returns the UTC day of an instant, `YYYY-MM-DD`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** @returns the day of a usage: today, or the last day of its month when that month is over. */
export function usageDay({ timeframe }: Usage, now: number): string {
  if (timeframeOf(now) === timeframe) return dayOf(now);
  return dayOf(monthEnds(timeframe) - DAY_MS);
}

/** The month's count at the end of a day. */
export interface UsageOfDay {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Since the month began. */
  executions: number;
  activeWorkflows: number;
}

/** @returns when the current month's executions reach the limit at their rate, UTC ms, `now` if they have; null if never. */
export function projectRunOut(usage: Usage, limit: number, now: number): number | null {
  const begin = monthBegins(usage.timeframe);
  const end = monthEnds(usage.timeframe);
  if (now < begin || now >= end || usage.executions <= 0) return null;
  if (usage.executions >= limit) return now;
  // The first hours of a month vary widely: at least a day counts as elapsed.
  const elapsedMs = Math.max(now - begin, DAY_MS);
  const runOutAt = begin + (elapsedMs * limit) / usage.executions;
  return runOutAt < end ? Math.max(now, Math.round(runOutAt)) : null;
}
