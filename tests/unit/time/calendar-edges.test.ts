import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Backup } from '#app/domain/backup/backup.ts';
import { selectDroppedBackups } from '#app/domain/backup/retention.ts';
import { dayOf, projectRunOut, timeframeOf, usageDay } from '#app/domain/instance/usage.ts';
import { calendarFields } from '#app/domain/time/calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { listTimezones } from '#app/domain/time/timezone.ts';
import {
  countElapsedDays,
  daysInMonth,
  monthBefore,
  monthBegins,
  monthEnds,
} from '#app/domain/usage/months.ts';

/** Leap years, the years between them, and 2100, which is not a leap year. */
const months = Array.from({ length: 100 * 12 }, (_, index) =>
  new Date(Date.UTC(2020, index)).toISOString().slice(0, 7),
);

describe('the windows of the quota and of overage', () => {
  test('follow each other without a gap or an overlap, for a century', () => {
    months.forEach((month, index) => {
      const [begin, end] = [monthBegins(month), monthEnds(month)];
      expect([timeframeOf(begin), timeframeOf(end - 1)]).toEqual([month, month]);
      expect(timeframeOf(end)).toBe(months[index + 1] ?? '2120-01');
      expect(monthBefore(timeframeOf(end))).toBe(month);
      expect(end - begin).toBe(daysInMonth(month) * DAY_MS);
      expect(countElapsedDays(month, end)).toBe(daysInMonth(month));
    });
  });

  test.each([
    ['2028-02', 29],
    ['2027-02', 28],
    ['2100-02', 28],
    ['2400-02', 29],
  ])('%s has %i days, and its last day is its own', (month, days) => {
    expect(daysInMonth(month)).toBe(days);
    const usage = { timeframe: month, executions: 1, activeWorkflows: 1 };
    const last = monthEnds(month) - 1;
    expect(usageDay(usage, last)).toBe(`${month}-${days}`);
    // Counted in March, for a reading of February that came late.
    expect(usageDay(usage, last + 1)).toBe(`${month}-${days}`);
    expect(projectRunOut({ ...usage, executions: 1_000 }, 1_000, last)).toBe(last);
  });
});

test('a daily backup of each day of a leap year keeps the newest of the last days, weeks and months', () => {
  let kept: Backup[] = [];
  for (let at = Date.UTC(2028, 0, 1, 3); at < Date.UTC(2029, 0, 1); at += DAY_MS) {
    kept.push({
      id: dayOf(at),
      trigger: 'scheduled',
      takenAt: at,
      bytes: 1,
      workflows: 1,
      hasCredentials: false,
    });
    const dropped = new Set(selectDroppedBackups(kept, at));
    kept = kept.filter(({ id }) => !dropped.has(id));
    const days = kept.map(({ id }) => id);
    const recent = Math.min(7, Math.floor((at - Date.UTC(2028, 0, 1)) / DAY_MS) + 1);
    for (let back = 0; back < recent; back += 1) expect(days).toContain(dayOf(at - back * DAY_MS));
    if (dayOf(at) === '2028-03-31')
      expect(days).toEqual(expect.arrayContaining(['2028-01-31', '2028-02-29']));
  }
});

/** @returns the same as `calendarFields`, by a formatter of its own. */
function fieldsByIntl(at: number, zone: string) {
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = Object.fromEntries(formatter.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute } = parts;
  return { day: Number(day), monthIndex: Number(month) - 1, year: Number(year), hour, minute };
}

test('the calendar of each zone is that of Intl on days on which its clocks change', () => {
  const zone = fc.constantFrom(...listTimezones());
  const day = fc.integer({ min: 0, max: 5 * 366 });
  fc.assert(
    fc.property(zone, day, fc.array(fc.nat(DAY_MS), { minLength: 1, maxLength: 6 }), (name, from, times) => {
      const begin = Date.UTC(2024, 0, 1) + from * DAY_MS;
      // The offset of a day is kept: its first reading must not decide the others.
      for (const time of times) {
        const at = begin + time;
        expect(calendarFields(at, name)).toEqual(fieldsByIntl(at, name));
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['Europe/Berlin', '2028-03-26', '2028-10-29'],
  ['America/New_York', '2028-03-12', '2028-11-05'],
  ['Australia/Lord_Howe', '2028-04-01', '2028-09-30'],
  ['America/Santiago', '2028-04-02', '2028-09-03'],
  ['Africa/Casablanca', '2028-01-23', '2028-02-27'],
])('every quarter of an hour around the changes of %s is read right', (zone, ...days) => {
  for (const day of days) {
    const begin = Date.parse(`${day}T00:00:00Z`) - 12 * HOUR_MS;
    for (let at = begin; at < begin + 2 * DAY_MS; at += 15 * MINUTE_MS)
      expect(calendarFields(at, zone)).toEqual(fieldsByIntl(at, zone));
  }
});
