import { useMonthText } from '#app/components/ui/month-text.ts';
import { useUtcDayText } from '#app/components/ui/time.tsx';
import type { OverageTerms } from '#app/domain/billing/overage.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import type { Forecast } from '#app/domain/usage/forecast.ts';
import { countElapsedDays, daysInMonth, monthBegins } from '#app/domain/usage/months.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';

const WIDTH = 300;
const HEIGHT = 100;
/** Space above the highest figure, so that no line touches the edge. */
const HEADROOM = 1.12;
/** A bar leaves a gap to the next day. */
const BAR_SHARE = 0.7;
/** A cap that is higher than this many times the other figures is left out: it would press them flat. */
const MAX_CAP_RATIO = 1.5;

export interface MonthChartProps {
  month: string;
  byDay: readonly number[];
  limit: number;
  forecast: Forecast | null;
  now: number;
  /** On which executions beyond the limit are paid for; null when they are held. */
  terms: OverageTerms | null;
}

/**
 * The month's cumulative usage, against the limit and a cap, with the forecast range. Text and a table beside it have
 * the figures.
 */
export function MonthChart({ month, byDay, limit, forecast, now, terms }: MonthChartProps) {
  const dayText = useUtcDayText();
  const monthText = useMonthText();
  const length = daysInMonth(month);
  const elapsed = countElapsedDays(month, now);
  const used = byDay.reduce((sum, count) => sum + count, 0);
  const highest = Math.max(limit, used, forecast?.expected ?? 0);
  const cap = terms && limit + terms.maxExecutions;
  const shownCap = cap !== null && cap <= highest * MAX_CAP_RATIO ? cap : null;
  const top = Math.max(highest, shownCap ?? 0) * HEADROOM || 1;
  const hasPaid = terms !== null && used > limit;
  const x = (day: number) => round((Math.min(day, elapsed) / length) * WIDTH);
  const y = (count: number) => round(HEIGHT - (Math.min(count, top) / top) * HEIGHT);
  let sum = 0;
  const line = byDay.slice(0, Math.ceil(elapsed)).reduce(
    (path, count, day) => {
      sum += count;
      return `${path}L${x(day + 1)} ${y(sum)}`;
    },
    `M0 ${y(0)}`,
  );
  const begins = monthBegins(month);
  const ends = [begins, begins + (length - 1) * DAY_MS].map(dayText);
  const from = `${x(elapsed)} ${y(used)}`;
  return (
    <figure className="chart">
      <svg
        className="chart__plot"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('usage.chart.label', {
          month: monthText(month),
          used: countText(used),
          limit: countText(limit),
        })}
      >
        {byDay.map((count, day) => {
          const width = (WIDTH / length) * BAR_SHARE;
          return count === 0 ? null : (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the day.
              key={day}
              className="chart__bar"
              x={round((day / length) * WIDTH)}
              y={y(count)}
              width={round(width)}
              height={round(HEIGHT - y(count))}
            />
          );
        })}
        <path className="chart__base" d={`M0 ${HEIGHT}H${WIDTH}`} />
        {hasPaid && (
          <>
            <clipPath id="beyond-plan">
              <rect width={WIDTH} height={y(limit)} />
            </clipPath>
            <path className="chart__paid" clipPath="url(#beyond-plan)" d={`${line}V${HEIGHT}H0Z`} />
          </>
        )}
        <path className="chart__limit" d={`M0 ${y(limit)}H${WIDTH}`} />
        {shownCap !== null && <path className="chart__cap" d={`M0 ${y(shownCap)}H${WIDTH}`} />}
        {forecast && (
          <>
            <path
              className="chart__range"
              d={`M${from}L${WIDTH} ${y(forecast.high)}L${WIDTH} ${y(forecast.low)}Z`}
            />
            <path className="chart__projected" d={`M${from}L${WIDTH} ${y(forecast.expected)}`} />
          </>
        )}
        <path className="chart__used" d={line} />
      </svg>
      <div className="strip__ends" aria-hidden="true">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </div>
      <figcaption className="legend" aria-hidden="true">
        <span className="legend__used">{t('usage.chart.used')}</span>
        {forecast && <span className="legend__projected">{t('usage.chart.range')}</span>}
        {hasPaid && <span className="legend__paid">{t('usage.chart.paid')}</span>}
        <span className="legend__limit">{t('usage.chart.limit', { limit: countText(limit) })}</span>
        {shownCap !== null && (
          <span className="legend__cap">{t('usage.chart.cap', { cap: countText(shownCap) })}</span>
        )}
      </figcaption>
    </figure>
  );
}

const round = (value: number) => Math.round(value * 100) / 100;
