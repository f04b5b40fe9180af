import {
  MonthPlotLegend,
  monthScale,
  PLOT_HEIGHT,
  PLOT_WIDTH,
  Plot,
  roundToPlot,
} from '#app/components/ui/month-plot.tsx';
import { monthText } from '#app/components/ui/month-text.ts';
import type { OverageTerms } from '#app/domain/instance/overage-state.ts';
import type { Forecast } from '#app/domain/usage/forecast.ts';
import { countElapsedDays, daysInMonth } from '#app/domain/usage/months.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';

/** A bar leaves a gap to the next day. */
const BAR_SHARE = 0.7;
/** A cap that is higher than this many times the other figures is left out: it would press them flat. */
const MAX_CAP_RATIO = 1.5;

export interface MonthChartProps {
  month: string;
  /** Counted executions by day of the month. */
  byDay: readonly number[];
  limit: number;
  forecast: Forecast | null;
  now: number;
  /** The terms of paid executions beyond the limit; null when such executions are held. */
  terms: OverageTerms | null;
}

/**
 * The month's cumulative usage, against the limit and a cap, with the forecast range. The card has the figures as text and
 * as a table.
 */
export function MonthChart({ month, byDay, limit, forecast, now, terms }: MonthChartProps) {
  const length = daysInMonth(month);
  const elapsed = countElapsedDays(month, now);
  const used = byDay.reduce((sum, count) => sum + count, 0);
  const highest = Math.max(limit, used, forecast?.expected ?? 0);
  const cap = terms && limit + terms.maxExecutions;
  const shownCap = cap !== null && cap <= highest * MAX_CAP_RATIO ? cap : null;
  const { x, y } = monthScale(month, now, Math.max(highest, shownCap ?? 0));
  const hasPaid = terms !== null && used > limit;
  let sum = 0;
  const line = byDay.slice(0, Math.ceil(elapsed)).reduce(
    (path, count, day) => {
      sum += count;
      return `${path}L${x(day + 1)} ${y(sum)}`;
    },
    `M0 ${y(0)}`,
  );
  const from = `${x(elapsed)} ${y(used)}`;
  return (
    <figure className="chart">
      <Plot
        label={t('usage.chart.label', {
          month: monthText(month),
          used: countText(used),
          limit: countText(limit),
        })}
      >
        {byDay.map((count, day) => {
          const width = (PLOT_WIDTH / length) * BAR_SHARE;
          return count === 0 ? null : (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the day.
              key={day}
              className="chart__bar"
              x={roundToPlot((day / length) * PLOT_WIDTH)}
              y={y(count)}
              width={roundToPlot(width)}
              height={roundToPlot(PLOT_HEIGHT - y(count))}
            />
          );
        })}
        <path className="chart__base" d={`M0 ${PLOT_HEIGHT}H${PLOT_WIDTH}`} />
        {hasPaid && (
          <>
            <clipPath id="beyond-plan">
              <rect width={PLOT_WIDTH} height={y(limit)} />
            </clipPath>
            <path className="chart__paid" clipPath="url(#beyond-plan)" d={`${line}V${PLOT_HEIGHT}H0Z`} />
          </>
        )}
        <path className="chart__limit" d={`M0 ${y(limit)}H${PLOT_WIDTH}`} />
        {shownCap !== null && <path className="chart__cap" d={`M0 ${y(shownCap)}H${PLOT_WIDTH}`} />}
        {forecast && (
          <>
            <path
              className="chart__range"
              d={`M${from}L${PLOT_WIDTH} ${y(forecast.high)}L${PLOT_WIDTH} ${y(forecast.low)}Z`}
            />
            <path className="chart__projected" d={`M${from}L${PLOT_WIDTH} ${y(forecast.expected)}`} />
          </>
        )}
        <path className="chart__used" d={line} />
      </Plot>
      <MonthPlotLegend month={month}>
        <span className="legend__used">{t('usage.chart.used')}</span>
        {forecast && <span className="legend__projected">{t('usage.chart.range')}</span>}
        {hasPaid && <span className="legend__paid">{t('usage.chart.paid')}</span>}
        <span className="legend__limit">{t('usage.chart.limit', { limit: countText(limit) })}</span>
        {shownCap !== null && (
          <span className="legend__cap">{t('usage.chart.cap', { cap: countText(shownCap) })}</span>
        )}
      </MonthPlotLegend>
    </figure>
  );
}
