import { Card } from '#app/components/ui/card.tsx';
import { JoinedFacts } from '#app/components/ui/joined-facts.tsx';
import { StatusBadge, type StatusBadgeProps } from '#app/components/ui/status-badge.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import { type HistoryEntry, type HistorySpan, historySpans } from '#app/domain/instance/history.ts';
import type { PhaseKind } from '#app/domain/instance/state.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import { t } from '#app/i18n/t.ts';

/** Entries shown at first; a `details` contains the older ones. */
const SHOWN_ENTRIES = 50;

const tones: Record<PhaseKind, StatusBadgeProps['tone']> = {
  pending: 'pending',
  online: 'success',
  offline: 'danger',
  stopped: 'neutral',
  'backing-up': 'neutral',
  removing: 'neutral',
  deleted: 'neutral',
};

/** Each change of the workspace's status with its cause and how long it lasted, newest first. */
export function Timeline({ history, now }: { history: readonly HistoryEntry[]; now: number }) {
  const spans = historySpans(history);
  const older = spans.slice(SHOWN_ENTRIES);
  return (
    <Card title={t('manage.status.timelineTitle')}>
      {spans.length === 0 && <p className="text-muted">{t('manage.status.empty')}</p>}
      <Entries spans={spans.slice(0, SHOWN_ENTRIES)} now={now} />
      {older.length > 0 && (
        <details>
          <summary>{t('manage.status.older', { count: older.length })}</summary>
          <Entries spans={older} now={now} />
        </details>
      )}
    </Card>
  );
}

function Entries({ spans, now }: { spans: readonly HistorySpan[]; now: number }) {
  return (
    <ol className="timeline">
      {spans.map(({ at, phase, cause, endedAt }, index) => (
        // Two lines can start in the same millisecond; the list is only ever replaced as a whole.
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no id.
        <li key={index} className="timeline__entry">
          <StatusBadge tone={tones[phase]}>{t(`manage.status.phase.${phase}`)}</StatusBadge>
          <div>
            {cause && <p>{t(`manage.status.cause.${cause}`)}</p>}
            <p className="text-muted text-sm">
              <JoinedFacts>
                <LocalTime at={at} format="dateTime" />
                {endedAt === null
                  ? t('manage.status.ongoing', { duration: durationText(now - at) })
                  : t('manage.status.lasted', { duration: durationText(endedAt - at) })}
              </JoinedFacts>
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

const units = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS],
] as const;

/** @returns a duration in its two largest units, such as "3 days 4 hours"; at least one second. */
function durationText(durationMs: number): string {
  const atLeast = Math.max(durationMs, SECOND_MS);
  const largest = units.findIndex(([, unitMs]) => atLeast >= unitMs);
  let restMs = atLeast;
  const parts: string[] = [];
  for (const [unit, unitMs] of units.slice(largest, largest + 2)) {
    const count = Math.floor(restMs / unitMs);
    restMs -= count * unitMs;
    if (count > 0) parts.push(t(`manage.duration.${unit}`, { count }));
  }
  const [first = '', second] = parts;
  return second === undefined ? first : t('manage.duration.two', { first, second });
}
