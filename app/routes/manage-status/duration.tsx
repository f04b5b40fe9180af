import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import { t } from '#app/i18n/t.ts';

const units = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS],
] as const;

/** @returns a duration in its two largest units, such as "3 days 4 hours"; at least one second. */
export function durationText(durationMs: number): string {
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
