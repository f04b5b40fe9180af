import type { Cycle, Period } from './types.ts';

export function iso(instant: number): string {
  return new Date(instant).toISOString();
}

/**
 * The instant one cycle later, UTC milliseconds. The day of the month is that of `anchor`, or the last day of a shorter
 * month, so that a subscription of the 31st returns to the 31st after February.
 */
export function afterCycle(instant: number, cycle: Cycle, anchor = instant): number {
  const from = new Date(instant);
  const months = cycle.interval === 'year' ? 12 : 1;
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months * cycle.frequency;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(new Date(anchor).getUTCDate(), lastDay);
  return Date.UTC(year, month, day) + (instant - Date.UTC(year, from.getUTCMonth(), from.getUTCDate()));
}

/** The period that begins at `start`. */
export function periodFrom(start: number, cycle: Cycle, anchor = start): Period {
  return { starts_at: iso(start), ends_at: iso(afterCycle(start, cycle, anchor)) };
}

/** The remaining part of a period, in milliseconds. A simulated renewal may have begun in the future. */
export function remaining(period: Period, now: number): { partMs: number; wholeMs: number } {
  const start = Date.parse(period.starts_at);
  const end = Date.parse(period.ends_at);
  return { partMs: Math.min(Math.max(end - now, 0), end - start), wholeMs: end - start };
}
