import { expect, test } from 'vitest';
import { neverHappened } from './coverage.ts';
import { LEAST_COMMANDS, simulate } from './simulate.ts';

// One half of a million commands and more: the halves run side by side.
test('whatever happens, no promise is broken (1 of 2)', async () => {
  const { executed, happened } = await simulate(1);
  expect(executed).toBeGreaterThanOrEqual(LEAST_COMMANDS);
  expect(neverHappened(happened)).toEqual([]);
});
