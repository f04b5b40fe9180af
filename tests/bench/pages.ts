import { readdirSync, readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import type { Stack } from '#scripts/local/stack.ts';
import { PortalClient } from '../support/portal-client.ts';
import { setUpOnline } from '../support/set-up.ts';
import { startTestStack } from '../support/test-stack.ts';

const CONNECTIONS = 16;
const WARM_UP_MS = 2_000;
const MEASURE_MS = 4_000;
const PLAIN_FILE = '/robots.txt';
const pages = ['/login', '/register', '/no-such-page'];

/** Pages a second as ratios to a plain file in the same run, and the memory of the whole stack. */
export async function benchPages(): Promise<void> {
  const stack = await startTestStack();
  try {
    const { port, host } = new URL(stack.portalUrl);
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const ask = (path: string) =>
      new Promise<void>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path, agent, headers: { Host: host } }, (response) => {
          response.resume().on('end', () => resolve());
        }).on('error', reject);
      });
    const perSecond = async (path: string, durationMs: number) => {
      const endsAt = performance.now() + durationMs;
      let count = 0;
      await Promise.all(
        Array.from({ length: CONNECTIONS }, async () => {
          while (performance.now() < endsAt) {
            await ask(path);
            count += 1;
          }
        }),
      );
      return count / (durationMs / 1_000);
    };

    await perSecond('/login', WARM_UP_MS);
    const plain = await perSecond(PLAIN_FILE, MEASURE_MS);
    console.info(`${PLAIN_FILE.padEnd(16)}${plain.toFixed(0).padStart(6)}/s   1.00`);
    for (const path of pages) {
      const rate = await perSecond(path, MEASURE_MS);
      console.info(`${path.padEnd(16)}${rate.toFixed(0).padStart(6)}/s   ${(rate / plain).toFixed(2)}`);
    }
    agent.destroy();
    await showCosts(stack);
    console.info(`memory of the stack, after the load: ${(residentBytes() / 2 ** 20).toFixed(0)} MiB`);
  } finally {
    await stack.stop();
  }
}

/** What a signed-in page costs outside the Worker: goal one round trip and one object call. */
async function showCosts(stack: Stack): Promise<void> {
  const client = new PortalClient(stack);
  await setUpOnline(client);
  for (const path of ['/dashboard', '/manage', '/manage/status']) {
    const timing = (await client.get(path)).headers.get('Server-Timing') ?? '';
    const [roundTrips, objectCalls] = ['db', 'object'].map((of) =>
      Number(timing.match(`${of};desc="(\\d+)"`)?.[1]),
    );
    const isMet = roundTrips === 1 && (objectCalls ?? 2) <= 1;
    console.info(
      `${path.padEnd(16)}${roundTrips} round trip, ${objectCalls} object call   goal 1 and 1: ${isMet ? 'met' : 'MISSED'}`,
    );
  }
}

/** Adds up the proportional memory of this process and all below it, as Linux counts it; shared pages count once. */
function residentBytes(): number {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = readProc(entry, 'status')?.match(/^PPid:\s+(\d+)/m)?.[1];
    if (parent) parents.set(Number(entry), Number(parent));
  }
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (parents.has(pid) && isOurs(parents.get(pid) ?? 0));
  let kibibytes = 0;
  for (const pid of parents.keys()) {
    if (isOurs(pid))
      kibibytes += Number(readProc(String(pid), 'smaps_rollup')?.match(/^Pss:\s+(\d+)/m)?.[1] ?? 0);
  }
  return kibibytes * 1_024;
}

/** A process may end while it is read. */
function readProc(pid: string, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}
