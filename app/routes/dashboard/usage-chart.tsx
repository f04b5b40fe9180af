import {
  MonthPlotLegend,
  monthScale,
  PLOT_HEIGHT,
  PLOT_WIDTH,
  Plot,
  roundToPlot,
} from '#app/components/ui/month-plot.tsx';
import { monthText } from '#app/components/ui/month-text.ts';
import { utcDayText } from '#app/components/ui/time.tsx';
import { countElapsedDays, daysInMonth } from '#app/domain/usage/months.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { useDayPicker } from './day-picker.tsx';
import type { UsageMonth } from './usage-months.ts';

/** Highest projection that the scale includes, as a multiple of the higher of limit and usage. */
const MAX_PROJECTED = 1.5;

interface UsageChartProps {
  month: UsageMonth;
  limit: number;
  now: number;
  /** Whether the workspace is stopped, which leaves nothing to project. */
  isStopped: boolean;
}

/** The month's cumulative executions, the plan's limit, and a projection at the current rate; the table has the figures. */
export function UsageChart({ month, limit, now, isStopped }: UsageChartProps) {
  const length = daysInMonth(month.timeframe);
  const elapsed = countElapsedDays(month.timeframe, now);
  // At least a day counts as gone by, as it does for the date in words.
  const atMonthsEnd = (month.total * length) / Math.max(elapsed, 1);
  const hasProjection = month.total > 0 && elapsed < length && !isStopped;
  const highest = Math.max(limit, month.total);
  const shown = hasProjection ? Math.max(highest, Math.min(atMonthsEnd, highest * MAX_PROJECTED)) : highest;
  const { top, x, y } = monthScale(month.timeframe, now, shown);
  const ticks = axisTicks(top);
  // A month starts at zero; a day without a change is as high as the previous one.
  const line = month.days.reduce(
    (path, { day, executions }, index) =>
      `${path}H${x(Math.max(day - 1, month.days[index - 1]?.day ?? 0))}L${x(day)} ${y(executions)}`,
    `M0 ${y(0)}`,
  );
  const used = `${line}H${x(elapsed)}`;
  const { picked, picker } = useDayPicker(month, Math.max(1, Math.ceil(elapsed)));
  return (
    <figure className="chart">
      <p className="chart__value" aria-hidden="true">
        {picked && t('dashboard.usage.dayValue', picked)}
      </p>
      <div className="chart__frame">
        <ChartAxis top={top} ticks={ticks} />
        <Plot
          label={t('dashboard.usage.chart', {
            month: monthText(month.timeframe),
            used: countText(month.total),
            limit: countText(limit),
            day: utcDayText(now),
          })}
        >
          {ticks.map((tick) => (
            <path key={tick} className="chart__base" d={`M0 ${y(tick)}H${PLOT_WIDTH}`} />
          ))}
          <path className="chart__limit" d={`M0 ${y(limit)}H${PLOT_WIDTH}`} />
          <path className="chart__area" d={`${used}V${PLOT_HEIGHT}H0Z`} />
          {hasProjection && (
            <path
              className="chart__projected"
              d={projection({ from: [x(elapsed), month.total], to: [PLOT_WIDTH, atMonthsEnd], top, y })}
            />
          )}
          <path className="chart__used" d={used} />
          {picked && <path className="chart__picked" d={`M${x(picked.at)} 0V${PLOT_HEIGHT}`} />}
        </Plot>
        {picker}
      </div>
      <MonthPlotLegend month={month.timeframe}>
        <span className="legend__used">{t('dashboard.usage.legend.used')}</span>
        {hasProjection && <span className="legend__projected">{t('dashboard.usage.legend.projected')}</span>}
        <span className="legend__limit">
          {t('dashboard.usage.legend.limit', { limit: countText(limit) })}
        </span>
      </MonthPlotLegend>
    </figure>
  );
}

type Point = readonly [x: number, executions: number];

/** A straight line on, ended where it would leave the plot. */
function projection(line: { from: Point; to: Point; top: number; y: (executions: number) => number }) {
  const [[x1, e1], [x2, e2]] = [line.from, line.to];
  const share = e2 <= line.top ? 1 : Math.max(0, (line.top - e1) / (e2 - e1));
  return `M${x1} ${line.y(e1)}L${roundToPlot(x1 + (x2 - x1) * share)} ${line.y(e1 + (e2 - e1) * share)}`;
}

/**
 * @returns the axis's figures from zero to the last up to `top`, at most five, in steps of 1, 2 or 5 times a power of
 *   ten.
 */
function axisTicks(top: number): number[] {
  const raw = top / 4;
  const power = 10 ** Math.floor(Math.log10(Math.max(raw, 1)));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= raw) ?? 10);
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
}

const UNITS = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** @returns a figure of the axis in few characters, such as `2.5k`; the same in every engine, unlike `Intl`. */
function shortFigure(value: number): string {
  const unit = UNITS.find(([size]) => value >= size);
  return unit ? `${Math.round((value / unit[0]) * 10) / 10}${unit[1]}` : String(value);
}

/** The figures at the left of a chart. The chart's own label and table have them in words. */
function ChartAxis({ top, ticks }: { top: number; ticks: readonly number[] }) {
  return (
    <svg className="chart__axis" aria-hidden="true">
      {ticks.map((tick) => (
        <text key={tick} x="100%" y={`${100 - (tick / top) * 100}%`} dy="0.35em" textAnchor="end">
          {shortFigure(tick)}
        </text>
      ))}
    </svg>
  );
}
