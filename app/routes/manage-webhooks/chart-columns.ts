import type { HeldHour } from '#app/domain/held-webhooks/held-request.ts';
import { HOUR_MS } from '#app/domain/time/clock.ts';

export const CHART_HOURS = 24;
/** Minimum share of the largest bar: a single request of thousands would be thinner than a pixel. */
const MIN_SHARE = 0.08;

/** An hour's bars, each as a share of the largest, 0 to 1. */
export interface ChartColumn {
  hour: HeldHour;
  /** Upwards from the axis. */
  held: number;
  /** Upwards, on top of `held`: refused, or sent on again. */
  notHeld: number;
  /** Downwards from the axis. */
  replayed: number;
  /** Downwards, below `replayed`. */
  failed: number;
}

/** The counts of an hour, in the order of the chart's table. */
export const hourCounts = ['arrived', 'held', 'refused', 'replayed', 'failed'] as const;
const ZERO = { arrived: 0, held: 0, refused: 0, replayed: 0, failed: 0 };

/** @returns the last 24 hours, oldest first, with zeros for those without any count. */
export function lastHours(hours: readonly HeldHour[], now: number): HeldHour[] {
  const current = Math.floor(now / HOUR_MS) * HOUR_MS;
  const byHour = new Map(hours.map((hour) => [hour.at, hour]));
  return Array.from({ length: CHART_HOURS }, (_, index) => {
    const at = current - (CHART_HOURS - 1 - index) * HOUR_MS;
    return byHour.get(at) ?? { at, ...ZERO };
  });
}

/** @returns the bars of these hours, on one scale in both directions. */
export function chartColumns(hours: readonly HeldHour[]): ChartColumn[] {
  const largest = largestOf(hours);
  const share = (count: number) => (count === 0 ? 0 : Math.max(MIN_SHARE, count / largest));
  return hours.map((hour) => {
    const [held, notHeld] = stack(share(hour.held), share(Math.max(0, hour.arrived - hour.held)));
    const [replayed, failed] = stack(share(hour.replayed), share(hour.failed));
    return { hour, held, notHeld, replayed, failed };
  });
}

/** @returns the most requests of an hour in one direction, which is the height of the chart; at least 1. */
export function largestOf(hours: readonly HeldHour[]): number {
  return Math.max(
    1,
    ...hours.map(({ arrived, held, replayed, failed }) => Math.max(arrived, held, replayed + failed)),
  );
}

/** Two stacked bars; the minimum height of one is subtracted from the other, so that both fit. */
function stack(first: number, second: number): readonly [number, number] {
  const excess = Math.max(0, first + second - 1);
  return first > second ? [first - excess, second] : [first, second - excess];
}

/** @returns the sums of all hours. */
export function sumOf(hours: readonly HeldHour[]): Omit<HeldHour, 'at'> {
  const sum = { ...ZERO };
  for (const hour of hours) for (const name of hourCounts) sum[name] += hour[name];
  return sum;
}
