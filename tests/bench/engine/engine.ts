import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededPlans } from '#db/seed/plans.ts';
import { buildHook } from '#engine/build.ts';
import { environmentFor } from '#engine/contract/environment.ts';
import { eventually } from '#engine/contract/eventually.ts';
import { podEnvironment } from '#engine/contract/pod-environment.ts';
import { PortalStandIn } from '#engine/contract/portal-stand-in.ts';
import { newDataFolder, removeDataFolder } from '#engine/contract/with-process.ts';
import { Workspace } from '#engine/contract/workspace.ts';
import { freePort } from '#engine/free-port.ts';
import { installableVersions } from '#engine/install.ts';
import { type N8nProcess, startN8n } from '#engine/run.ts';
import { call, executions, samples, signIns } from './engine-load.ts';

const IDLE_MS = 60_000;
const POLL_INTERVAL_MS = 1_000;
const READY_WITHIN_MS = 300_000;
const MIB = 1_048_576;

/** A plan's size: the limits of its pods. */
interface Size {
  memoryMib: number;
  concurrency: number;
  plans: string[];
}

/**
 * Measures n8n within each plan's pod limits, for each installed version: its start, its use when idle, with ten active
 * workflows and under twenty executions a second, the duration of a sign-in, and the size of its folder. Prints the rows of
 * docs/engine.md. `N8N_VERSIONS=2.41.1` measures only one version.
 */
export async function benchEngine(): Promise<void> {
  await buildHook();
  const versions = process.env.N8N_VERSIONS?.split(',') ?? installableVersions();
  for (const version of versions) {
    for (const size of sizes()) await measure(version, size);
  }
}

function sizes(): Size[] {
  const byMemory = new Map<number, Size>();
  for (const { id, memoryMib, concurrentExecutions: concurrency } of seededPlans) {
    const size = byMemory.get(memoryMib) ?? { memoryMib, concurrency, plans: [] };
    size.plans.push(id);
    byMemory.set(memoryMib, { ...size, concurrency: Math.max(size.concurrency, concurrency) });
  }
  return [...byMemory.values()];
}

async function measure(version: string, size: Size): Promise<void> {
  const portal = await PortalStandIn.start();
  portal.limit = 1_000_000;
  const dataFolder = newDataFolder();
  const show = (what: string, value: string) =>
    console.info(`${version}, ${size.memoryMib} MiB: ${what.padEnd(34)} ${value}`);
  const first = await start(version, size, portal.url, dataFolder);
  try {
    show('first start: healthz, ready, most', first.said);
    const idle = await mostUsed(first.n8n, sleep(IDLE_MS));
    show('idle: last, most of a minute', `${idle.last}, ${idle.most} MiB`);
    show('folder of a new workspace', `${folderMib(dataFolder)} MiB`);
    const workspace = new Workspace(first.process);
    await workspace.import(samples());
    await eventually('the load is answered', async () => (await call(workspace)).status === 200);
    const active = await mostUsed(first.n8n, sleep(IDLE_MS));
    show('ten active: last, most of a minute', `${active.last}, ${active.most} MiB`);
    show('sign-in: median, most', await signIns(workspace));
    const load = executions(workspace);
    const busy = await mostUsed(first.n8n, load);
    show('20 executions/s: last, most', `${busy.last}, ${busy.most} MiB`);
    show('20 executions/s: p50, p99, refused', await load);
    const stopsAt = performance.now();
    await first.n8n.stop();
    show('SIGTERM to exit', `${seconds(performance.now() - stopsAt)}`);
    const again = await start(version, size, portal.url, dataFolder);
    show('restart: healthz, ready, most', again.said);
    await again.n8n.stop();
  } catch (error) {
    show('FAILED', `${error instanceof Error ? error.message : error} ${first.outOfMemory()}`);
  } finally {
    first.n8n.kill();
    await first.n8n.exited;
    await portal[Symbol.asyncDispose]();
    removeDataFolder(dataFolder);
  }
}

async function start(version: string, size: Size, portalUrl: string, dataFolder: string) {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const log = openSync(join(dataFolder, 'n8n.log'), 'w');
  let killedAt = '';
  const startedAt = performance.now();
  const n8n = startN8n({
    version,
    dataFolder,
    port,
    log,
    memoryMib: size.memoryMib,
    env: {
      ...podEnvironment(portalUrl, { memoryMib: size.memoryMib, concurrentExecutions: size.concurrency }),
      ...omitUndefined(environmentFor(portalUrl)),
      N8N_EDITOR_BASE_URL: baseUrl,
    },
    brokerPort: await freePort(),
    onOutOfMemory: (usedMib) => {
      killedAt = `killed at ${usedMib} MiB`;
    },
  });
  closeSync(log);
  const isGone = { yet: false };
  void n8n.exited.then(() => {
    isGone.yet = true;
  });
  const answers = async (path: string) => {
    await eventually(
      `${path} is answered${killedAt}`,
      async () => {
        if (isGone.yet) throw new Error(`n8n ended before ${path} was answered; ${killedAt}`);
        const answer = await fetch(baseUrl + path).catch(() => null);
        await answer?.body?.cancel();
        return answer?.status === 200;
      },
      READY_WITHIN_MS,
    );
    return performance.now() - startedAt;
  };
  let [healthyMs, readyMs] = [0, 0];
  const { most } = await mostUsed(
    n8n,
    (async () => {
      healthyMs = await answers('/healthz');
      readyMs = await answers('/healthz/readiness');
    })(),
  );
  const process = {
    baseUrl,
    dataFolder,
    env: {},
    pid: n8n.pid,
    restart: () => Promise.reject(new Error('The benchmark starts n8n again itself.')),
    kill: async () => n8n.kill(),
    stop: () => n8n.stop(),
  };
  const said = `${seconds(healthyMs)}, ${seconds(readyMs)}, ${most} MiB`;
  return { n8n, process, said, outOfMemory: () => killedAt };
}

function omitUndefined(env: ReturnType<typeof environmentFor>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

/** @returns the memory of its processes during some work, MiB, sampled once a second. */
async function mostUsed(n8n: N8nProcess, work: Promise<unknown>): Promise<{ last: number; most: number }> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let [last, most] = [0, 0];
  while (!isDone) {
    const used = n8n.readUsedMib();
    if (used !== null && used > 0) last = used;
    most = Math.max(most, last);
    await Promise.race([done, sleep(POLL_INTERVAL_MS)]);
  }
  await done;
  return { last, most };
}

function folderMib(folder: string): number {
  const [kib = '0'] = execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t');
  return Math.round((Number(kib) * 1_024) / MIB);
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
