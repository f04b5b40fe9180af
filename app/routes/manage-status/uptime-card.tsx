import { Card } from '#app/components/ui/card.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { utcDayText } from '#app/components/ui/time.tsx';
import { HISTORY_KEPT_MS, type HistoryEntry, uptime, uptimeByDay } from '#app/domain/instance/history.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { t } from '#app/i18n/t.ts';

/** The workspace's uptime over the last 90 days, as one figure and by day. */
export function UptimeCard({ history, now }: { history: readonly HistoryEntry[]; now: number }) {
  const share = uptime(history, now - HISTORY_KEPT_MS, now);
  const days = uptimeByDay(history, HISTORY_KEPT_MS / DAY_MS, now);
  const failures = days.flatMap(({ dayBeganAt, uptime: ofDay }) =>
    ofDay !== null && ofDay < 1 ? [{ dayBeganAt, share: ofDay }] : [],
  );
  return (
    <Card
      title={t('manage.status.uptimeTitle')}
      aside={<span className="text-muted text-sm">{t('manage.status.uptimeLead')}</span>}
    >
      {share === null ? (
        <div>
          <p className="figure">{t('manage.status.unknown')}</p>
          <p className="text-muted">{t('manage.status.unknownBody')}</p>
        </div>
      ) : (
        <p className="figure">{t('manage.status.percent', { percent: floorPercentText(share) })}</p>
      )}
      <UptimeStrip days={days} />
      <p className="text-muted text-sm">{t('manage.status.excluded')}</p>
      {failures.length > 0 && (
        <details>
          <summary>{t('manage.status.failures')}</summary>
          <dl className="facts">
            {failures.reverse().map(({ dayBeganAt, share: ofDay }) => (
              <Fact key={dayBeganAt} label={utcDayText(dayBeganAt)}>
                {t('manage.status.percent', { percent: floorPercentText(ofDay) })}
              </Fact>
            ))}
          </dl>
        </details>
      )}
    </Card>
  );
}

const HEIGHT = 40;
/** A day's share of a column; the rest is the gap to the next. */
const BAR_WIDTH = 0.7;
/** Minimum share of a failure in its day's bar: a minute would be thinner than a pixel. */
const MIN_DOWN = 0.15;
const UNKNOWN_HEIGHT = 6;

/** A bar for each day: up from below, down from above, a stub for a day that does not count. */
function UptimeStrip({ days }: { days: ReturnType<typeof uptimeByDay> }) {
  const [first, last] = [days[0], days[days.length - 1]];
  if (!first || !last) return null;
  const count = (isCounted: (uptime: number | null) => boolean) =>
    days.filter(({ uptime }) => isCounted(uptime)).length;
  const ends = { from: utcDayText(first.dayBeganAt), to: utcDayText(last.dayBeganAt) };
  return (
    <figure className="strip">
      <svg
        className="strip__bars"
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('manage.status.strip', {
          ...ends,
          up: count((uptime) => uptime === 1),
          down: count((uptime) => uptime !== null && uptime < 1),
          unknown: count((uptime) => uptime === null),
        })}
      >
        {days.map(({ dayBeganAt, uptime }, index) => (
          <DayBar
            key={dayBeganAt}
            x={index}
            uptime={uptime}
            title={
              uptime === null
                ? t('manage.status.dayUnknown', { day: utcDayText(dayBeganAt) })
                : t('manage.status.day', { day: utcDayText(dayBeganAt), percent: floorPercentText(uptime) })
            }
          />
        ))}
      </svg>
      <div className="strip__ends" aria-hidden="true">
        <span>{ends.from}</span>
        <span>{ends.to}</span>
      </div>
      <figcaption className="legend" aria-hidden="true">
        {(['up', 'down', 'unknown'] as const).map((kind) => (
          <span key={kind} className={`legend__${kind}`}>
            {t(`manage.status.legend.${kind}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function DayBar({ x, uptime, title }: { x: number; uptime: number | null; title: string }) {
  const column = { x: x + (1 - BAR_WIDTH) / 2, width: BAR_WIDTH };
  if (uptime === null) {
    return (
      <rect className="strip__unknown" {...column} y={HEIGHT - UNKNOWN_HEIGHT} height={UNKNOWN_HEIGHT}>
        <title>{title}</title>
      </rect>
    );
  }
  const down = uptime === 1 ? 0 : HEIGHT * Math.max(1 - uptime, MIN_DOWN);
  return (
    <g>
      <title>{title}</title>
      <rect className="strip__up" {...column} y={down} height={HEIGHT - down} />
      {down > 0 && <rect className="strip__down" {...column} y={0} height={Math.max(0, down - 2)} />}
    </g>
  );
}

/** @returns a share in percent with at most two decimals, rounded down: only all of it reads 100. */
export function floorPercentText(share: number): string {
  return String(Math.floor(share * 10_000) / 100);
}
