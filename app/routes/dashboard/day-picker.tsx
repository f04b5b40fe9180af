import { type PointerEvent, useState } from 'react';
import { utcDayText } from '#app/components/ui/time.tsx';
import { useHydrated } from '#app/components/ui/use-hydrated.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { daysInMonth, monthBegins } from '#app/domain/usage/months.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import type { UsageMonth } from './usage-months.ts';

/**
 * Picks a day of a chart by pointer or by arrow keys: a range control over the plot, which the keyboard and screen readers
 * know. The table below the chart has the same figures without a script.
 *
 * @param days that have begun.
 * @returns the control, and the picked day (`at`, counted from 1) with its figure in words; null without one.
 */
export function useDayPicker(month: UsageMonth, days: number) {
  const isHydrated = useHydrated();
  const [at, setAt] = useState<number | null>(null);

  const selectDay = (day: number) => ({
    at: day,
    day: utcDayText(monthBegins(month.timeframe) + (day - 1) * DAY_MS),
    // A day without a change is as high as the one before.
    executions: countText(month.days.findLast((entry) => entry.day <= day)?.executions ?? 0),
  });
  const point = (event: PointerEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left) / Math.max(width, 1);
    setAt(Math.min(days, Math.max(1, Math.ceil(share * daysInMonth(month.timeframe)))));
  };

  const picker = isHydrated && (
    <input
      type="range"
      className="chart__picker"
      min={1}
      max={daysInMonth(month.timeframe)}
      value={at ?? days}
      aria-label={t('dashboard.usage.pickDay')}
      aria-valuetext={t('dashboard.usage.dayValue', selectDay(at ?? days))}
      onChange={({ target }) => setAt(Math.min(days, Number(target.value)))}
      onFocus={() => setAt((before) => before ?? days)}
      onPointerMove={point}
      onPointerLeave={() => setAt(null)}
      onBlur={() => setAt(null)}
    />
  );
  return { picked: at === null ? null : selectDay(at), picker };
}
