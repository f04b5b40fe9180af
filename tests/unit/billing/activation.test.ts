import fc from 'fast-check';
import { expect, test } from 'vitest';
import { activationWaitMs } from '#app/domain/billing/activation.ts';

const tries = Array.from({ length: 15 }, (_, index) => index + 1);
/** The middle of the jitter range: neither longer nor shorter. */
const withoutJitter = (attempt: number) => activationWaitMs(attempt, 0.5);

test('the waits of spec §4: a second, then a tenth longer each time, fifteen times', () => {
  expect(tries.map(withoutJitter)).toEqual([
    1_000, 1_100, 1_210, 1_331, 1_464, 1_611, 1_772, 1_949, 2_144, 2_358, 2_594, 2_853, 3_138, 3_452, 3_797,
  ]);
  for (const attempt of [16, 17, 1_000]) expect(withoutJitter(attempt)).toBeNull();
});

test.each([
  [1, 0, 800],
  [1, 1, 1_200],
  [15, 0, 3_038],
  [15, 1, 4_557],
])('try %i with chance %d waits %i ms', (attempt, random, waitMs) => {
  expect(activationWaitMs(attempt, random)).toBe(waitMs);
});

test('a wait with any jitter is an integer, never over 15 s, and within a fifth of its base', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 15 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempt, random) => {
        const wait = activationWaitMs(attempt, random) ?? Number.NaN;
        const middle = withoutJitter(attempt) ?? Number.NaN;
        expect(Number.isSafeInteger(wait)).toBe(true);
        expect(wait).toBeLessThanOrEqual(15_000);
        expect(Math.abs(wait - middle)).toBeLessThanOrEqual(middle * 0.2 + 1);
      },
    ),
  );
});

test('a larger random value never shortens a wait, and all waits together last half a minute', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 15 }),
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
      (attempt, chances) => {
        const [less = 0, more = 0] = chances.toSorted((a, b) => a - b);
        expect(activationWaitMs(attempt, less)).toBeLessThanOrEqual(activationWaitMs(attempt, more) ?? 0);
      },
    ),
  );
  const total = tries.reduce((sum, attempt) => sum + (withoutJitter(attempt) ?? 0), 0);
  expect(total).toBeGreaterThan(30_000);
  expect(total).toBeLessThan(35_000);
});
