import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heapSizes, MIN_WORKSPACE_MIB } from '#app/integrations/kubernetes/memory.ts';

/** Measured memory of both processes outside their heaps (docs/engine.md, "Memory"). */
const MEASURED_BESIDE_HEAPS_MIB = 290 + 50;

test('both heaps with their overhead stay below every limit that a plan can have', () => {
  fc.assert(
    fc.property(fc.integer({ min: MIN_WORKSPACE_MIB, max: 65_536 }), (limitMib) => {
      const { mainMib, runnerMib } = heapSizes(limitMib);
      expect(Number.isInteger(mainMib) && Number.isInteger(runnerMib)).toBe(true);
      expect(mainMib + runnerMib + MEASURED_BESIDE_HEAPS_MIB).toBeLessThan(limitMib);
    }),
  );
});

test('more memory never means a smaller heap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 65_536 }), (limitMib) => {
      const [less, more] = [heapSizes(limitMib), heapSizes(limitMib + 64)];
      expect(more.mainMib).toBeGreaterThanOrEqual(less.mainMib);
      expect(more.runnerMib).toBeGreaterThanOrEqual(less.runnerMib);
    }),
  );
});

test.each([
  [896, 448, 64],
  [1_024, 576, 64],
  [1_280, 816, 80],
  [4_096, 3_072, 256],
])('a limit of %i MiB gives n8n %i and its task runner %i', (limitMib, mainMib, runnerMib) => {
  expect(heapSizes(limitMib)).toEqual({ mainMib, runnerMib });
});
