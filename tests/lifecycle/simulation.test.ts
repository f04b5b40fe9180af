import { expect, test } from 'vitest';
import { neverHappened } from './coverage.ts';
import { simulate } from './simulate.ts';

/** `npm run simulate` runs a million commands from a random seed. */
const COMMANDS = 100_000;
const SEED = 1;

test('100,000 seeded commands with crashes and outages break no invariant and meet every transition', async () => {
  const { executed, happened } = await simulate(SEED, COMMANDS);
  expect(executed).toBeGreaterThanOrEqual(COMMANDS);
  expect(neverHappened(happened)).toEqual([]);
});
