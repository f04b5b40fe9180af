import { expect, test } from 'vitest';
import {
  nextReadingAt,
  projectRunOut,
  timeframeOf,
  usageDay,
  warningLevel,
} from '#app/domain/instance/usage.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';

const JUNE = Date.UTC(2027, 5, 1);
const used = (executions: number, timeframe = '2027-06') => ({ timeframe, executions, activeWorkflows: 1 });

test.each([
  [0, 0],
  [499, 0],
  [500, 50],
  [799, 50],
  [800, 80],
  [949, 80],
  [950, 95],
  [999, 95],
  [1_000, 100],
  [50_000, 100],
])('%i of 1,000 is warning level %i', (executions, level) => {
  expect(warningLevel(executions, 1_000)).toBe(level);
});

test('dates a usage today, or on the last day of an ended month', () => {
  expect(usageDay(used(1), JUNE + 3 * DAY_MS)).toBe('2027-06-04');
  expect(usageDay(used(1, '2027-05'), JUNE)).toBe('2027-05-31');
  expect(usageDay(used(1, '2028-02'), Date.UTC(2028, 2, 1))).toBe('2028-02-29');
  expect(usageDay(used(1, '2026-12'), Date.UTC(2027, 0, 1))).toBe('2026-12-31');
  expect(timeframeOf(JUNE - 1)).toBe('2027-05');
});

test.each([
  ['on the 21st at this pace', 500, 10, 20],
  ['not within the month', 300, 10, null],
  ['on the 11th, since the first hour counts as a day', 100, 0.04, 10],
  ['now, since all executions are used', 1_000, 10, 10],
  ['never, since nothing runs', 0, 10, null],
])('the limit is reached %s', (_when, executions, nowDays, expectedDays) => {
  const at = projectRunOut(used(executions), 1_000, JUNE + nowDays * DAY_MS);
  expect(at).toBe(expectedDays === null ? null : JUNE + expectedDays * DAY_MS);
});

test.each([
  ['in half an hour, when the next level is reached', [400, 450], 30 * MINUTE_MS, 30 * MINUTE_MS],
  ['the usual one, which comes before the next level is reached', [400, 410], 30 * MINUTE_MS, null],
  ['in a minute, although the next level is reached sooner', [400, 499], 30 * MINUTE_MS, MINUTE_MS],
  ['the usual one, since nothing ran', [400, 400], 30 * MINUTE_MS, null],
  ['the usual one, since executions were cancelled', [400, 390], 30 * MINUTE_MS, null],
  ['the usual one, since 50 executions after a long pause count for one hour', [400, 450], 3 * DAY_MS, null],
  [
    'in 15 minutes, since 80 executions after a long pause count for one hour',
    [400, 480],
    3 * DAY_MS,
    15 * MINUTE_MS,
  ],
  ['in 9 minutes, since two readings in a row count for one minute', [400, 410], 1, 9 * MINUTE_MS],
] as const)('the next reading is %s', (_when, [before, executions], elapsedMs, expectedMs) => {
  const at = nextReadingAt(
    { executions, at: JUNE + elapsedMs },
    { executions: before, at: JUNE },
    { counts: [500, 800, 950, 1_000], intervalMs: HOUR_MS },
  );
  expect(at).toBe(expectedMs === null ? null : JUNE + elapsedMs + expectedMs);
});

test('projects nothing for another month', () => {
  expect(projectRunOut(used(500, '2027-05'), 1_000, JUNE)).toBeNull();
  expect(projectRunOut(used(500, '2027-07'), 1_000, JUNE)).toBeNull();
});
