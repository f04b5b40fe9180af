import { countElapsedDays, daysInMonth } from './months.ts';
import { sum } from './sum.ts';

/** Whole days that a forecast looks back: four weeks, so that each weekday has the same weight. */
const WINDOW_DAYS = 28;
/** Fewer days do not show how much the days vary. */
const MIN_DAYS = 3;
/** Four of five months end within the range, if days differ by chance: 10 % of a normal distribution is on either side. */
const RANGE_DEVIATIONS = 1.28;

/** The month's executions at its end. */
export interface Forecast {
  low: number;
  expected: number;
  high: number;
  /** Number of days in the sample. */
  days: number;
}

interface MonthFigures {
  month: string;
  /** Counted executions by day, from the first. */
  byDay: readonly number[];
  /** The same of the month before. */
  earlier: readonly number[];
  /** When the figures were read, UTC ms: earlier than now if they were kept; null without figures. */
  readAt: number | null;
}

/**
 * Forecasts the month's executions. The remaining days are expected to be like the mean of the last 28 whole days, from the
 * first day with an execution on. The range covers 80 %: it grows with the standard deviation of those days, with
 * the number of days that remain, and with the doubt about the mean itself, as a prediction interval does.
 * @returns null when the month is not the current one, or with fewer than three whole days in the sample.
 */
export function forecastMonth(figures: MonthFigures, now: number): Forecast | null {
  const { month, byDay, earlier, readAt } = figures;
  const length = daysInMonth(month);
  if (readAt === null || countElapsedDays(month, now) >= length) return null;
  const elapsed = countElapsedDays(month, readAt);
  if (elapsed <= 0) return null;
  const wholeDays = [...earlier, ...byDay.slice(0, Math.floor(elapsed))].slice(-WINDOW_DAYS);
  const begun = wholeDays.findIndex((count) => count > 0);
  const sample = begun < 0 ? [] : wholeDays.slice(begun);
  const days = sample.length;
  if (days < MIN_DAYS) return null;
  const used = sum(byDay);
  const mean = sum(sample) / days;
  const variance = sum(sample.map((count) => (count - mean) ** 2)) / (days - 1);
  const remaining = length - elapsed;
  const half = RANGE_DEVIATIONS * Math.sqrt(variance * (remaining + remaining ** 2 / days));
  const expected = used + mean * remaining;
  return {
    low: Math.max(used, Math.round(expected - half)),
    expected: Math.round(expected),
    high: Math.round(expected + half),
    days,
  };
}
