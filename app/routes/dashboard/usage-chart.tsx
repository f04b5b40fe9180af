import { useMonthText } from '#app/components/ui/month-text.ts';
import { useUtcDayText } from '#app/components/ui/time.tsx';
import { countElapsedDays, daysInMonth } from '#app/domain/usage/months.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { axisTicks, ChartAxis } from './chart-axis.tsx';
import { useDayPicker } from './day-picker.tsx';
import type { UsageMonth } from './usage-months.ts';

const WIDTH = 300;
const HEIGHT = 100;
/** Space above the highest of limit, usage and projection, so that no line touches the edge. */
const HEADROOM = 1.12;
/** Highest projection that the scale includes, as a multiple of the higher of limit and usage. */
const MAX_PROJECTED = 1.5;

export interface UsageChartProps {
  month: UsageMonth;
  limit: number;
  now: number;
  /** Whether the workspace is stopped, which leaves nothing to project. */
  isStopped: boolean;
}

/**
 * The month's cumulative executions, the plan's limit, and a projection at the current rate. The table below has the same
 * figures.
 */
export function UsageChart({ month, limit, now, isStopped }: UsageChartProps) {
  const dayText = useUtcDayText();
  const length = daysInMonth(month.timeframe);
  const elapsed = countElapsedDays(month.timeframe, now);
  // At least a day counts as gone by, as it does for the date in words.
  const atMonthsEnd = (month.total * length) / Math.max(elapsed, 1);
  const hasProjection = month.total > 0 && elapsed < length && !isStopped;
  const highest = Math.max(limit, month.total);
  const shown = hasProjection ? Math.max(highest, Math.min(atMonthsEnd, highest * MAX_PROJECTED)) : highest;
  const top = shown * HEADROOM;
  const ticks = axisTicks(top);
  // A day's point is at the end of the day, today's at the current time.
  const x = (day: number) => round((Math.min(day, elapsed) / length) * WIDTH);
  const y = (executions: number) => round(HEIGHT - (Math.min(executions, top) / top) * HEIGHT);
  // A month starts at zero; a day without a change is as high as the previous one.
  const line = month.days.reduce(
    (path, { day, executions }, index) =>
      `${path}H${x(Math.max(day - 1, month.days[index - 1]?.day ?? 0))}L${x(day)} ${y(executions)}`,
    `M0 ${y(0)}`,
  );
  const used = `${line}H${x(elapsed)}`;
  const [year = 1970, monthNumber = 1] = month.timeframe.split('-').map(Number);
  const ends = [1, length].map((day) => dayText(Date.UTC(year, monthNumber - 1, day)));
  const { picked, picker } = useDayPicker(month, Math.max(1, Math.ceil(elapsed)));
  return (
    <figure className="chart">
      <p className="chart__value" aria-hidden="true">
        {picked && t('dashboard.usage.dayValue', picked)}
      </p>
      <div className="chart__frame">
        <ChartAxis top={top} ticks={ticks} />
        <svg
          className="chart__plot"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('dashboard.usage.chart', {
            month: useMonthText()(month.timeframe),
            used: countText(month.total),
            limit: countText(limit),
            day: dayText(now),
          })}
        >
          {ticks.map((tick) => (
            <path key={tick} className="chart__base" d={`M0 ${y(tick)}H${WIDTH}`} />
          ))}
          <path className="chart__limit" d={`M0 ${y(limit)}H${WIDTH}`} />
          <path className="chart__area" d={`${used}V${HEIGHT}H0Z`} />
          {hasProjection && (
            <path
              className="chart__projected"
              d={projection({ from: [x(elapsed), month.total], to: [WIDTH, atMonthsEnd], top, y })}
            />
          )}
          <path className="chart__used" d={used} />
          {picked && <path className="chart__picked" d={`M${x(picked.at)} 0V${HEIGHT}`} />}
        </svg>
        {picker}
      </div>
      <div className="strip__ends" aria-hidden="true">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </div>
      <figcaption className="legend" aria-hidden="true">
        <span className="legend__used">{t('dashboard.usage.legend.used')}</span>
        {hasProjection && <span className="legend__projected">{t('dashboard.usage.legend.projected')}</span>}
        <span className="legend__limit">
          {t('dashboard.usage.legend.limit', { limit: countText(limit) })}
        </span>
      </figcaption>
    </figure>
  );
}

type Point = readonly [x: number, executions: number];

/** A straight line on, ended where it would leave the plot. */
function projection(line: { from: Point; to: Point; top: number; y: (executions: number) => number }) {
  const [[x1, e1], [x2, e2]] = [line.from, line.to];
  const share = e2 <= line.top ? 1 : Math.max(0, (line.top - e1) / (e2 - e1));
  return `M${x1} ${line.y(e1)}L${round(x1 + (x2 - x1) * share)} ${line.y(e1 + (e2 - e1) * share)}`;
}

const round = (value: number) => Math.round(value * 100) / 100;
