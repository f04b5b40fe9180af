import { Card } from '#app/components/ui/card.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { utcDayText } from '#app/components/ui/time.tsx';
import { HISTORY_KEPT_MS, type HistoryEntry, uptime, uptimeByDay } from '#app/domain/instance/history.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { t } from '#app/i18n/t.ts';
import { floorPercentText } from './percent.ts';
import { UptimeStrip } from './uptime-strip.tsx';

/** The workspace's uptime over the last 90 days, as one figure and by day. */
export function UptimeCard({ history, now }: { history: readonly HistoryEntry[]; now: number }) {
  const share = uptime(history, now - HISTORY_KEPT_MS, now);
  const days = uptimeByDay(history, HISTORY_KEPT_MS / DAY_MS, now);
  const failures = days.flatMap(({ dayBeganAt, uptime: ofDay }) =>
    ofDay !== null && ofDay < 1 ? [{ dayBeganAt, share: ofDay }] : [],
  );
  return (
    <Card title={t('manage.status.uptimeTitle')} aside={t('manage.status.uptimeLead')}>
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
