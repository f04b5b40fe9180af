import { DAY_MS } from '../time/clock.ts';

/** `YYYY-MM`. */
export const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** @returns the start of a month, UTC ms. */
export function monthBegins(month: string): number {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return Date.UTC(year, number - 1, 1);
}

/** @returns the start of the next month, UTC ms. */
export function monthEnds(month: string): number {
  return monthBegins(month) + daysInMonth(month) * DAY_MS;
}

/** @returns how many days a month has. */
export function daysInMonth(month: string): number {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}

/** @returns the month before, `YYYY-MM`. */
export function monthBefore(month: string): string {
  return new Date(monthBegins(month) - DAY_MS).toISOString().slice(0, 7);
}

/** @returns how many days of a month are over at `now`, with the fraction of the current day; at most all of them. */
export function countElapsedDays(month: string, now: number): number {
  return Math.min(Math.max((now - monthBegins(month)) / DAY_MS, 0), daysInMonth(month));
}
