import { expect, test } from 'vitest';
import { trialDaysLeft, trialEndsAt } from '#app/domain/trial/trial.ts';

const START = 1_800_000_000_000;
const DAY_MS = 86_400_000;

test.each([
  ['at the start', 0, 14],
  ['an instant later', 1, 14],
  ['after a day', DAY_MS, 13],
  ['an instant before the last day', 13 * DAY_MS - 1, 2],
  ['on the last day', 13 * DAY_MS, 1],
  ['an instant before the end', 14 * DAY_MS - 1, 1],
  ['at the end', 14 * DAY_MS, 0],
  ['long after', 40 * DAY_MS, 0],
])('%s the days left are rounded up', (_when, elapsedMs, expected) => {
  expect(trialDaysLeft(trialEndsAt(START), START + elapsedMs)).toBe(expected);
});
