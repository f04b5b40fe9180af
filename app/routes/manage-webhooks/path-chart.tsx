import { useDateText } from '#app/components/ui/time.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import type { HeldHour } from '#app/domain/held-webhooks/held-request.ts';
import { t } from '#app/i18n/t.ts';
import { type ChartColumn, chartColumns, hourCounts, largestOf, lastHours, sumOf } from './chart-columns.ts';

/** Each direction's height; the axis is between them. */
const HALF = 24;
const BAR_WIDTH = 0.7;

export interface PathChartProps {
  path: string;
  /** The hours with any count. */
  hours: readonly HeldHour[];
  now: number;
}

/** The last 24 hours of a path: received requests above the axis, replayed ones below it, and the same as a table. */
export function PathChart({ path, hours, now }: PathChartProps) {
  const shown = lastHours(hours, now);
  if (shown.every(({ arrived, replayed, failed }) => arrived + replayed + failed === 0)) {
    return <p className="text-muted text-sm">{t('webhooks.chart.quiet')}</p>;
  }
  return (
    <div>
      <svg
        className="queue-chart"
        viewBox={`0 0 ${shown.length} ${2 * HALF}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('webhooks.chart.label', { path, ...sumOf(shown) })}
      >
        {chartColumns(shown).map((column, index) => (
          <Column key={column.hour.at} x={index} column={column} />
        ))}
        <line className="queue-chart__axis" x1="0" x2={shown.length} y1={HALF} y2={HALF} />
      </svg>
      <div className="strip__ends" aria-hidden="true">
        <span>{t('webhooks.chart.from')}</span>
        <span>{t('webhooks.chart.peak', { count: largestOf(shown) })}</span>
        <span>{t('webhooks.chart.to')}</span>
      </div>
      <details>
        <summary>
          {t('webhooks.chart.figures')}
          <VisuallyHidden> {t('webhooks.chart.of', { path })}</VisuallyHidden>
        </summary>
        <Figures path={path} hours={shown} />
      </details>
    </div>
  );
}

/** The legend of the charts' colors. */
export function ChartLegend() {
  return (
    <div className="legend" aria-hidden="true">
      {(['arrived', 'held', 'replayed', 'failed'] as const).map((kind) => (
        <span key={kind} className={`legend__queue-${kind}`}>
          {t(`webhooks.chart.legend.${kind}`)}
        </span>
      ))}
    </div>
  );
}

function Column({ x, column }: { x: number; column: ChartColumn }) {
  const dateText = useDateText();
  const { hour, held, notHeld, replayed, failed } = column;
  const place = { x: x + (1 - BAR_WIDTH) / 2, width: BAR_WIDTH };
  return (
    <g>
      <title suppressHydrationWarning>
        {t('webhooks.chart.hour', { ...hour, time: dateText(hour.at, 'time') })}
      </title>
      <rect className="queue-chart__held" {...place} y={HALF * (1 - held)} height={HALF * held} />
      <rect
        className="queue-chart__arrived"
        {...place}
        y={HALF * (1 - held - notHeld)}
        height={HALF * notHeld}
      />
      <rect className="queue-chart__replayed" {...place} y={HALF} height={HALF * replayed} />
      <rect className="queue-chart__failed" {...place} y={HALF * (1 + replayed)} height={HALF * failed} />
    </g>
  );
}

/** The hours with any count, newest first. */
function Figures({ path, hours }: Pick<PathChartProps, 'path' | 'hours'>) {
  const dateText = useDateText();
  const counted = hours.filter((hour) => hourCounts.some((name) => hour[name] > 0)).reverse();
  return (
    // Focusable, so that the keyboard can scroll it where the screen is narrow.
    <section
      className="table-scroll"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region.
      tabIndex={0}
      aria-label={t('webhooks.chart.figuresOf', { path })}
    >
      <table className="table table--hours">
        <thead>
          <tr>
            <th scope="col">{t('webhooks.chart.columnHour')}</th>
            {hourCounts.map((name) => (
              <th key={name} scope="col">
                {t(`webhooks.chart.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counted.map((hour) => (
            <tr key={hour.at}>
              <th scope="row" suppressHydrationWarning>
                {dateText(hour.at, 'dateTime')}
              </th>
              {hourCounts.map((name) => (
                <td key={name}>{hour[name]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
