import fc from 'fast-check';
import { commands, type Model } from './commands.ts';
import { settle } from './settle.ts';
import { World } from './world.ts';

const COMMANDS_A_RUN = 400;
const RUNS_A_ROUND = 500;
/** A million together. */
export const LEAST_COMMANDS = 600_000;

/**
 * Runs commands until as many were executed, each run in a world of its own. What breaks is shrunk and told by
 * fast-check with its seed and path; SIMULATION_SEED runs that seed again.
 *
 * @param shard which of several simulations this is: each goes its own ways.
 * @returns how many commands were executed, and how often what happened in them.
 */
export async function simulate(shard: number, leastCommands = LEAST_COMMANDS) {
  const given = process.env.SIMULATION_SEED;
  const firstSeed = given === undefined ? Math.floor(Math.random() * 2 ** 30) + shard : Number(given);
  const startedAt = performance.now();
  const happened = new Map<string, number>();
  let executed = 0;
  let runs = 0;
  for (let round = 0; executed < leastCommands; round += 1) {
    await fc.assert(
      fc.asyncProperty(
        fc.commands(commands, { maxCommands: COMMANDS_A_RUN, size: 'max' }),
        async (sequence) => {
          const model: Model = { isCreated: false, executed: 0 };
          const world = new World();
          await fc.asyncModelRun(() => ({ model, real: world }), sequence);
          await settle(world);
          executed += model.executed;
          runs += 1;
          for (const [what, count] of [...world.invariants.happened, ...world.fates.befallen]) {
            happened.set(what, (happened.get(what) ?? 0) + count);
          }
        },
      ),
      { seed: firstSeed + round, numRuns: RUNS_A_ROUND },
    );
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  console.info(
    `SIMULATION_SEED=${firstSeed}: ${executed} commands in ${runs} runs, ${Math.round(executed / seconds)} a second`,
  );
  return { executed, happened };
}
