import { expect, test } from 'vitest';
import { trialDaysLeft, trialEndsAt } from '#app/domain/trial/trial.ts';

/** Noon in UTC. */
const START = Date.UTC(2027, 0, 15, 12);
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

test.each([
  ['at the start', 0, 14],
  ['an instant later', 1, 14],
  ['after a day', DAY_MS, 13],
  ['an instant before the last 24 hours', 13 * DAY_MS - 1, 2],
  ['with 24 hours left', 13 * DAY_MS, 1],
  ['on the evening before', 13 * DAY_MS + 12 * HOUR_MS - 1, 1],
  ['on the day it ends', 13 * DAY_MS + 12 * HOUR_MS, 0],
  ['an instant before the end', 14 * DAY_MS - 1, 0],
  ['at the end', 14 * DAY_MS, 0],
  ['long after', 40 * DAY_MS, 0],
])('rounds up the days left %s', (_when, elapsedMs, expected) => {
  expect(trialDaysLeft(trialEndsAt(START), START + elapsedMs, 'Etc/UTC')).toBe(expected);
});

test.each([
  ['Pacific/Auckland', 1],
  ['America/Los_Angeles', 0],
])('the calendar in %s decides the day', (timezone, expected) => {
  const endsAt = Date.UTC(2027, 0, 29, 12);
  expect(trialDaysLeft(endsAt, Date.UTC(2027, 0, 29, 9), timezone)).toBe(expected);
});
