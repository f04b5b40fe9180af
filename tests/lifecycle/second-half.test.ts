import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

// One half of the simulation: the halves run side by side.
test('six hundred thousand commands break no promise (2 of 2)', async () => {
  const { executed } = await simulate(2, 600_000);
  expect(executed).toBeGreaterThanOrEqual(600_000);
});
