import fc from 'fast-check';
import { commands, type Model } from './commands.ts';
import { World } from './world.ts';

const COMMANDS_A_RUN = 400;
const RUNS_A_ROUND = 500;

/**
 * Runs commands until as many were executed, each run in a world of its own. What breaks is shrunk and told by
 * fast-check with its seed and path; SIMULATION_SEED runs that seed again.
 *
 * @param shard which of several simulations this is: each goes its own ways.
 * @returns how much was done.
 */
export async function simulate(shard: number, leastCommands: number) {
  const given = process.env.SIMULATION_SEED;
  const firstSeed = given === undefined ? Math.floor(Math.random() * 2 ** 30) + shard : Number(given);
  const startedAt = performance.now();
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
          await world.settle();
          executed += model.executed;
          runs += 1;
        },
      ),
      { seed: firstSeed + round, numRuns: RUNS_A_ROUND },
    );
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  console.info(
    `seed ${firstSeed}: ${executed} commands in ${runs} runs, ${Math.round(executed / seconds)} a second`,
  );
  return { executed, seconds };
}
