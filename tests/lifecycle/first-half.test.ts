import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

// One half of the simulation: the halves run side by side.
test('a million commands break no promise (1 of 2)', async () => {
  const { executed } = await simulate(1, 1_000_000);
  expect(executed).toBeGreaterThanOrEqual(1_000_000);
});
