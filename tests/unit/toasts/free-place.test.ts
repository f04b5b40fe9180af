import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, freePlace } from '#app/components/toasts/free-place.ts';

const space: Box = { top: 16, bottom: 784, left: 860, right: 1264 };
const at = (top: number, bottom: number, left = 900, right = 1000): Box => ({ top, bottom, left, right });

test('takes the lowest free place of an empty window', () => {
  expect(freePlace(space, 64, [])).toBe(784 - 64);
});

test('ignores controls beside the column', () => {
  expect(freePlace(space, 64, [at(700, 780, 0, 800)])).toBe(720);
});

test('moves above a covered control', () => {
  expect(freePlace(space, 64, [at(740, 780)])).toBe(740 - 8 - 64);
});

test('passes a gap that is too low', () => {
  expect(freePlace(space, 64, [at(740, 780), at(660, 700)])).toBe(660 - 8 - 64);
});

test('has no place in a window full of controls', () => {
  expect(freePlace(space, 64, [at(0, 800)])).toBeNull();
});

test('never covers a control, and stays in the window', () => {
  const control = fc
    .record({
      top: fc.integer({ min: -100, max: 900 }),
      height: fc.integer({ min: 1, max: 200 }),
      left: fc.integer({ min: 0, max: 1200 }),
      width: fc.integer({ min: 1, max: 400 }),
    })
    .map(({ top, height, left, width }) => at(top, top + height, left, left + width));
  fc.assert(
    fc.property(
      fc.array(control, { maxLength: 12 }),
      fc.integer({ min: 40, max: 300 }),
      (controls, height) => {
        const top = freePlace(space, height, controls);
        if (top === null) return;
        expect(top).toBeGreaterThanOrEqual(space.top);
        expect(top + height).toBeLessThanOrEqual(space.bottom);
        for (const other of controls) {
          const overlaps =
            other.left < space.right &&
            other.right > space.left &&
            other.top < top + height &&
            other.bottom > top;
          expect(overlaps).toBe(false);
        }
      },
    ),
  );
});
