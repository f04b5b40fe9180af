import { expect, test } from 'vitest';
import { mustHappen, simulateHeld } from './held/simulate.ts';

/** `npm run simulate` runs a million commands from a random seed. */
const COMMANDS = 100_000;
const SEED = 1;

test('100,000 seeded commands lose no held webhook, run none twice, keep the order and leave none waiting', async () => {
  const { executed, happened } = await simulateHeld(SEED, COMMANDS);
  expect(executed).toBeGreaterThanOrEqual(COMMANDS);
  expect(mustHappen.filter((what) => !happened.has(what))).toEqual([]);
});
