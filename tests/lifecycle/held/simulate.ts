import { randomFrom } from '#tests/crash/random.ts';
import { POISONS } from './process.ts';
import { HeldWorld } from './world.ts';

const COMMANDS_PER_RUN = 250;

/** A simulation that misses one of these has covered too little. */
export const mustHappen = [
  'delivered',
  'held',
  'forward',
  'object died',
  'replayed by people',
  'dropped',
  'upgraded',
  'replayed',
  'failed workflow_failed',
  'failed expired',
  'hung',
  'not ready',
  'recovered',
  'late',
  ...POISONS.map((path) => `failed poison ${path}`),
] as const;

/**
 * Runs at least `leastCommands` commands on held webhooks, each run in a separate world.
 * @throws Error with the seed of the run that broke an invariant.
 */
export async function simulateHeld(seed: number, leastCommands: number) {
  const happened = new Map<string, number>();
  let executed = 0;
  for (let run = seed; executed < leastCommands; run += 1) {
    const world = new HeldWorld(randomFrom(run));
    try {
      for (let command = 0; command < COMMANDS_PER_RUN; command += 1) await world.step();
      await world.settle();
    } catch (error) {
      throw new Error(`the run with seed ${run} failed`, { cause: error });
    }
    executed += COMMANDS_PER_RUN;
    for (const [what, count] of world.happened) happened.set(what, (happened.get(what) ?? 0) + count);
  }
  return { executed, happened };
}
