import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultClusterTimings } from '#sandbox/config.ts';
import { startDatabase } from '#scripts/local/database.ts';
import { freePorts } from '#scripts/local/ports.ts';
import type { Service } from '#scripts/local/service.ts';
import { bundleTestWorker } from '../support/bundle-test-worker.ts';
import { eventually, quickTimings, World } from '../unit/sandbox/harness.ts';
import { CallWatch } from './call-watch.ts';
import type { CrashingWorker } from './crashing-worker.ts';
import { CrashDatabase } from './database.ts';
import { impossibleSteps } from './history-rules.ts';
import { ProcessWatch } from './process-watch.ts';
import { randomFrom } from './random.ts';
import { startCrashingWorker } from './start-crashing-worker.ts';
import { type Stage, WorkspaceRun } from './workspace-run.ts';

/** Calls that a workspace's object makes from its provision to its deletion; each is cut off from its answer once. */
const CALLS = [
  'PATCH secrets',
  'PATCH persistentvolumeclaims',
  'PATCH services',
  'PATCH statefulsets',
  'GET statefulsets',
  'GET /weft/export',
  'DELETE statefulsets',
  'DELETE services',
  'DELETE secrets',
  'DELETE persistentvolumeclaims',
];
/** Kills at random moments, for those between two calls; CRASH_KILLS=500 for a longer run. */
const RANDOM_KILLS = Number(process.env.CRASH_KILLS ?? 20);
const WORKSPACES = 9;
const MIN_RUN_MS = 50;
const MAX_RUN_MS = 1_100;
/** The database goes down at these kills, and returns a moment later. */
const DATABASE_KILLS = [3, 8];
/** Delay of each of the cluster's answers, so that kills hit between two of them. */
const SLOW_ANSWER_MS = 60;
/** Nothing here waits for a process that stops answering. */
const { probeReadyIntervalMs } = defaultClusterTimings;
const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 2 ** 32));

const directory = mkdtempSync(join(tmpdir(), 'weft-crash-'));
let world: World;
let server: Service;
let databasePort: number;
let worker: CrashingWorker;
let database: CrashDatabase;
let processes: ProcessWatch;
let calls: CallWatch;

beforeAll(async () => {
  const { portal: port, database: itsPort } = await freePorts();
  databasePort = itsPort;
  const [script, startedServer, startedWorld] = await Promise.all([
    bundleTestWorker('tests/workers/support/crash-worker.ts', directory),
    startDatabase(directory, databasePort),
    World.start({ cluster: { ...quickTimings, probeReadyIntervalMs, slowAnswerMs: SLOW_ANSWER_MS } }),
  ]);
  [server, world] = [startedServer, startedWorld];
  await world.post('/cluster/faults', { workspace: '*', mode: 'slow' });
  const databaseUrl = `http://127.0.0.1:${databasePort}`;
  database = new CrashDatabase(databaseUrl);
  processes = new ProcessWatch(world);
  calls = await CallWatch.start(world.url);
  worker = await startCrashingWorker({ directory, port, script, databaseUrl, world, clusterUrl: calls.url });
});

afterAll(async () => {
  await processes?.stop();
  database?.close();
  await Promise.all([worker?.stop(), server?.stop(), calls?.stop(), world?.[Symbol.asyncDispose]()]);
  rmSync(directory, { recursive: true, force: true });
});

test('kill -9 after the effect of each call, and at random moments, leaves every workspace in its wanted state', async () => {
  console.info(`CRASH_SEED=${seed}`);
  const random = randomFrom(seed);
  const runs = Array.from({ length: WORKSPACES }, (_, index) => {
    return new WorkspaceRun({ world, worker, database, processes }, `c${index}`);
  });
  await Promise.all(runs.map(({ facts }) => database.insertAccount(facts)));

  const hits: Record<Stage, number> = { idle: 0, provision: 0, restart: 0, stop: 0, deletion: 0 };
  let kills = 0;
  let last: Promise<void> = Promise.resolve();
  /** One kill after another: each resolves once the next workerd is there. */
  const kill = (isOfDatabaseToo = false) => {
    last = last.then(async () => {
      kills += 1;
      for (const { stage } of runs) hits[stage] += 1;
      await Promise.all([worker.kill(), ...(isOfDatabaseToo ? [restartDatabase()] : [])]);
    });
    return last;
  };
  calls.cutWith(kill);
  let isOver = false;
  const killing = (async () => {
    for (let count = 0; count < RANDOM_KILLS; count += 1) {
      await sleep(MIN_RUN_MS + random() * (MAX_RUN_MS - MIN_RUN_MS));
      await kill(DATABASE_KILLS.includes(count));
    }
    await eventually('each call was cut off', async () => CALLS.every((call) => calls.cut.has(call)));
    calls.cutWith(undefined);
    await last;
    isOver = true;
  })();
  const living = runs.map((run, index) => drive(run, index, () => isOver));
  await Promise.all([killing, ...living]);
  console.info(`${kills} kills`, hits, `${processes.samples} samples`, [...calls.cut]);

  expect(processes.doubles).toEqual([]);
  for (const stage of ['provision', 'restart', 'deletion'] as const) expect(hits[stage]).toBeGreaterThan(5);
  for (const { facts, expectedMails, incarnation } of runs) {
    const overview = await worker.overview(facts);
    expect(impossibleSteps(overview?.history ?? [])).toEqual([]);
    expect(overview?.history.filter(({ phase }) => phase === 'deleted')).toHaveLength(
      overview?.view.notice === 'deleted' ? incarnation : incarnation - 1,
    );
    expect(await database.mailsOf(facts)).toEqual(expectedMails.toSorted());
  }
});

async function restartDatabase(): Promise<void> {
  await server.kill();
  server = await startDatabase(directory, databasePort);
}

/** Runs incarnation after incarnation until the last kill, then brings the workspace to its final status. */
async function drive(workspace: WorkspaceRun, index: number, isOver: () => boolean): Promise<void> {
  for (;;) {
    await workspace.provision();
    await workspace.restart();
    if (isOver() && index % 3 === 0) return;
    if (isOver() && index % 3 === 1) return workspace.stop();
    await workspace.end(index % 2 === 0 ? 'cancelled' : 'trial');
    if (isOver() && index % 3 === 2) return;
  }
}
