import type { ReactNode } from 'react';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { countElapsedDays, daysInMonth, monthBegins } from '#app/domain/usage/months.ts';
import { utcDayText } from './time.tsx';

/** Size of a plot in its own coordinates, which the page stretches. */
export const PLOT_WIDTH = 300;
export const PLOT_HEIGHT = 100;
/** Space above the highest figure, so that no line touches the edge. */
const HEADROOM = 1.12;

/**
 * @param highest figure that the plot shows.
 * @returns the scales of a month's plot up to `now`, and the figure at its top. A day's point is at the end of the day,
 *   today's at the current time.
 */
export function monthScale(month: string, now: number, highest: number) {
  const length = daysInMonth(month);
  const elapsed = countElapsedDays(month, now);
  const top = highest * HEADROOM || 1;
  return {
    top,
    x: (day: number) => roundToPlot((Math.min(day, elapsed) / length) * PLOT_WIDTH),
    y: (figure: number) => roundToPlot(PLOT_HEIGHT - (Math.min(figure, top) / top) * PLOT_HEIGHT),
  };
}

/** @returns a coordinate with two decimals. */
export function roundToPlot(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The drawing of a plot. @param label what it shows, in words. */
export function Plot({ label, children }: { label: string; children: ReactNode }) {
  return (
    <svg
      className="chart__plot"
      viewBox={`0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {children}
    </svg>
  );
}

/** Below a plot: the first and the last day of its month, and the legend of its lines. */
export function MonthPlotLegend({ month, children }: { month: string; children: ReactNode }) {
  const begins = monthBegins(month);
  const ends = [begins, begins + (daysInMonth(month) - 1) * DAY_MS].map(utcDayText);
  return (
    <>
      <div className="strip__ends" aria-hidden="true">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </div>
      <figcaption className="legend" aria-hidden="true">
        {children}
      </figcaption>
    </>
  );
}
