import fc from 'fast-check';
import { commands, type Model } from './commands.ts';
import { settle } from './settle.ts';
import { World } from './world.ts';

const COMMANDS_PER_RUN = 400;
const RUNS_PER_ROUND = 100;

/** Result of a simulation. */
export interface Simulated {
  seed: number;
  executed: number;
  runs: number;
  seconds: number;
  /** How often each transition, mail and crash happened. */
  happened: ReadonlyMap<string, number>;
}

/**
 * Runs at least `leastCommands` commands, each run in a separate world. fast-check shrinks a failure and reports its seed
 * and path.
 *
 * @param seed of the first round; the same seed runs the same commands.
 */
export async function simulate(seed: number, leastCommands: number): Promise<Simulated> {
  const startedAt = performance.now();
  const happened = new Map<string, number>();
  let executed = 0;
  let runs = 0;
  for (let round = 0; executed < leastCommands; round += 1) {
    await fc.assert(
      fc.asyncProperty(
        fc.commands(commands, { maxCommands: COMMANDS_PER_RUN, size: 'max' }),
        async (sequence) => {
          const model: Model = { isCreated: false, executed: 0 };
          const world = new World();
          await fc.asyncModelRun(() => ({ model, real: world }), sequence);
          await settle(world);
          executed += model.executed;
          runs += 1;
          for (const [what, count] of [...world.invariants.happened, ...world.faults.injected]) {
            happened.set(what, (happened.get(what) ?? 0) + count);
          }
        },
      ),
      { seed: seed + round, numRuns: RUNS_PER_ROUND },
    );
  }
  return { seed, executed, runs, seconds: (performance.now() - startedAt) / 1_000, happened };
}
