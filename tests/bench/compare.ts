import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Stack } from '#scripts/local/stack.ts';
import { PortalClient } from '../support/portal-client.ts';
import { setUpOnline } from '../support/set-up.ts';

type StartTestStack = () => Promise<Stack>;

const ROUNDS = 7;
const ROUND_MS = 1_500;
const CONNECTIONS = 8;
const PATHS = ['/login', '/register', '/dashboard', '/manage', '/api/instance', '/api/auth/me'];

/**
 * `npm run bench -- compare <folder>`: this checkout beside another, both built and started in one run. Rounds alternate,
 * so that whatever else the machine does slows both alike.
 * @param folder another checkout of this project with its dependencies installed.
 */
export async function benchComparison(folder?: string): Promise<void> {
  if (folder === undefined) throw new Error('Name the folder of another checkout.');
  const here = await startIn(process.cwd());
  try {
    const there = await startIn(resolve(folder));
    try {
      console.info(
        `${'path'.padEnd(16)}${'here'.padStart(8)}${'there'.padStart(8)}   here / there, median of ${ROUNDS}`,
      );
      for (const path of PATHS) await comparePath(path, here, there);
    } finally {
      await there.stack.stop();
    }
  } finally {
    await here.stack.stop();
  }
  for (const name of [process.cwd(), resolve(folder)])
    console.info(`${name}: Worker bundle ${(bundleBytes(name) / 1_024).toFixed(0)} KiB gzip`);
}

interface Side {
  stack: Stack;
  client: PortalClient;
}

async function startIn(folder: string): Promise<Side> {
  const cwd = process.cwd();
  // A stack finds its build and its database's program from the working folder.
  process.chdir(folder);
  try {
    const module = (await import(join(folder, 'tests/support/test-stack.ts'))) as {
      startTestStack: StartTestStack;
    };
    const stack = await module.startTestStack();
    const client = new PortalClient(stack);
    await setUpOnline(client);
    return { stack, client };
  } finally {
    process.chdir(cwd);
  }
}

async function comparePath(path: string, here: Side, there: Side): Promise<void> {
  const rates: Array<readonly [number, number]> = [];
  await rateOf(here, path, 500);
  await rateOf(there, path, 500);
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = round % 2 === 0 ? here : there;
    const firstRate = await rateOf(first, path, ROUND_MS);
    const secondRate = await rateOf(first === here ? there : here, path, ROUND_MS);
    rates.push(first === here ? [firstRate, secondRate] : [secondRate, firstRate]);
  }
  const ours = median(rates.map(([rate]) => rate));
  const theirs = median(rates.map(([, rate]) => rate));
  const ratio = median(rates.map(([a, b]) => a / b));
  console.info(
    `${path.padEnd(16)}${ours.toFixed(0).padStart(6)}/s${theirs.toFixed(0).padStart(6)}/s   ${ratio.toFixed(2)}`,
  );
}

async function rateOf({ client }: Side, path: string, durationMs: number): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - startedAt < durationMs) {
        const response = await client.get(path);
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
        count += 1;
      }
    }),
  );
  return count / ((performance.now() - startedAt) / 1_000);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Adds up the JavaScript that a deployment uploads as the Worker. */
function bundleBytes(folder: string): number {
  const built = join(folder, 'build/server');
  return readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?js$/.test(file))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file))).length, 0);
}
