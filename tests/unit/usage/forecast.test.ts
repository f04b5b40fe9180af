import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { forecastMonth } from '#app/domain/usage/forecast.ts';
import { countElapsedDays, daysInMonth, monthBefore, monthBegins } from '#app/domain/usage/months.ts';

const month = '2026-11';
const BEGINS = Date.UTC(2026, 10, 1);
const on = (days: number) => BEGINS + days * DAY_MS;
/** The forecast of figures that were just read. */
const forecastAt = (figures: { month: string; byDay: number[]; earlier: number[] }, now: number) =>
  forecastMonth({ ...figures, readAt: now }, now);
const daily = (length: number, count: number) => Array.from({ length }, () => count);

test('identical days give a single figure', () => {
  expect(forecastAt({ month, byDay: daily(10, 100), earlier: [] }, on(10))).toEqual({
    low: 3_000,
    expected: 3_000,
    high: 3_000,
    days: 10,
  });
});

test('the days of the month before count too, up to four weeks in all', () => {
  const byDay = daily(8, 20);
  const forecast = forecastAt({ month, byDay, earlier: daily(31, 10) }, on(8));
  // 20 days of 10 and 8 of 20: 12.86 a day for 22 days.
  expect(forecast).toMatchObject({ days: 28, expected: 160 + Math.round((360 / 28) * 22) });
  expect(forecast?.low).toBeLessThan(forecast?.expected ?? 0);
});

test('days before the first execution do not count, nor does the current day', () => {
  const byDay = [0, 0, 50, 50, 50, 7];
  expect(forecastAt({ month, byDay, earlier: daily(31, 0) }, on(5.5))).toMatchObject({
    days: 3,
    expected: 157 + 50 * 24.5,
  });
  expect(forecastAt({ month, byDay, earlier: [] }, on(4.5))).toBeNull();
});

test.each([
  ['before it begins', on(-1)],
  ['after its end', on(30)],
])('a month has no forecast %s', (_when, now) => {
  expect(forecastAt({ month, byDay: daily(30, 5), earlier: daily(31, 5) }, now)).toBeNull();
});

test('the range contains the expected figure and never less than the current usage, whatever the days', () => {
  const counts = fc.array(fc.nat(10_000), { maxLength: 31 });
  fc.assert(
    fc.property(
      counts,
      counts,
      fc.double({ min: 0.01, max: 29.99, noNaN: true }),
      (earlier, days, elapsed) => {
        const byDay = days.slice(0, Math.ceil(elapsed));
        const forecast = forecastAt({ month, byDay, earlier }, on(elapsed));
        if (!forecast) return;
        const used = byDay.reduce((sum, count) => sum + count, 0);
        expect(forecast.low).toBeGreaterThanOrEqual(used);
        expect(forecast.low).toBeLessThanOrEqual(forecast.expected);
        expect(forecast.expected).toBeLessThanOrEqual(forecast.high);
      },
    ),
  );
});

test('about four of five months end in the range when days differ randomly', () => {
  const random = seedRandom(7);
  let within = 0;
  const runs = 400;
  for (let run = 0; run < runs; run += 1) {
    const days = Array.from({ length: 30 }, () => Math.round(100 + 60 * (random() + random() - 1)));
    const forecast = forecastAt({ month, byDay: days.slice(0, 12), earlier: [] }, on(12));
    const end = days.reduce((sum, count) => sum + count, 0);
    if (forecast && end >= forecast.low && end <= forecast.high) within += 1;
  }
  expect(within / runs).toBeGreaterThan(0.7);
  expect(within / runs).toBeLessThan(0.9);
});

/** Numbers from 0 to 1 from a seed, so every run is the same. */
function seedRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

test('months have their days, beginnings and neighbors', () => {
  expect(['2026-11', '2028-02', '2026-02', '2026-12'].map(daysInMonth)).toEqual([30, 29, 28, 31]);
  expect(monthBefore('2027-01')).toBe('2026-12');
  expect(monthBegins(month)).toBe(BEGINS);
  expect([on(-3), on(2.5), on(99)].map((now) => countElapsedDays(month, now))).toEqual([0, 2.5, 30]);
});

test('kept figures give the forecast of their day, until the month is over', () => {
  const figures = { month, byDay: [...daily(10, 100), ...daily(20, 0)], earlier: [], readAt: on(10) };
  const forecast = forecastMonth(figures, on(10));
  expect(forecast?.expected).toBe(3_000);
  expect(forecastMonth(figures, on(25))).toEqual(forecast);
  expect(forecastMonth(figures, on(31))).toBeNull();
  expect(forecastMonth({ ...figures, readAt: null }, on(25))).toBeNull();
});
