import { readArguments, refuseArguments } from '#scripts/command-line.ts';
import { neverHappened } from './coverage.ts';
import { mustHappen, simulateHeld } from './held/simulate.ts';
import { simulate } from './simulate.ts';

const USAGE = `npm run simulate               a million commands on the machine and as many on held webhooks, from a random seed
npm run simulate -- COMMANDS   as many commands; SIMULATION_SEED=1 repeats a seed`;

const [count = '1000000', ...more] = readArguments(USAGE, { allowPositionals: true }).positionals;
const given = process.env.SIMULATION_SEED;
const commands = Number(count);
if (!(Number.isInteger(commands) && commands > 0) || more.length > 0)
  refuseArguments('COMMANDS is one number of commands.', USAGE);
if (given !== undefined && !Number.isInteger(Number(given)))
  refuseArguments('SIMULATION_SEED is a whole number.', USAGE);
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
