import { neverHappened } from './coverage.ts';
import { mustHappen, simulateHeld } from './held/simulate.ts';
import { simulate } from './simulate.ts';

// `npm run simulate [commands]`: a million commands on the machine and as many on held webhooks, from a random seed.
// SIMULATION_SEED repeats a seed.
const commands = Number(process.argv[2] ?? 1_000_000);
const given = process.env.SIMULATION_SEED;
const { seed, executed, runs, seconds, happened } = await simulate(
  given === undefined ? Math.floor(Math.random() * 2 ** 30) : Number(given),
  commands,
);
console.info(
  `SIMULATION_SEED=${seed}: ${executed} commands in ${runs} runs, ${Math.round(executed / seconds)} a second`,
);
const held = await simulateHeld(seed, commands);
console.info(`held webhooks: ${held.executed} commands`);
const missing = [...neverHappened(happened), ...mustHappen.filter((what) => !held.happened.has(what))];
if (missing.length > 0) {
  console.error(`Never happened: ${missing.join(', ')}`);
  process.exitCode = 1;
}
