import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HeldList } from '#app/domain/held-webhooks/held-request.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import type { HoldRequest } from '#app/use-cases/workspace/held-rpc.ts';
import { startDatabase } from '#scripts/local/database.ts';
import { freePorts } from '#scripts/local/ports.ts';
import type { Service } from '#scripts/local/service.ts';
import { bundleTestWorker } from '../support/bundle-test-worker.ts';
import { listCountedRuns } from '../support/counted-runs.ts';
import { eventually } from '../support/portal-client.ts';
import { quickTimings, World } from '../unit/sandbox/harness.ts';
import type { CrashingWorker } from './crashing-worker.ts';
import { CrashDatabase } from './database.ts';
import { ProcessWatch } from './process-watch.ts';
import { startCrashingWorker } from './start-crashing-worker.ts';
import { WorkspaceRun } from './workspace-run.ts';

const directory = mkdtempSync(join(tmpdir(), 'weft-held-kills-'));
let world: World;
let server: Service;
let worker: CrashingWorker;
let database: CrashDatabase;
let processes: ProcessWatch;
let facts: InstanceFacts;

beforeAll(async () => {
  const { portal: port, database: databasePort } = await freePorts();
  const databaseUrl = `http://127.0.0.1:${databasePort}`;
  const [script, startedServer, startedWorld] = await Promise.all([
    bundleTestWorker('tests/workers/support/crash-worker.ts', directory),
    startDatabase(directory, databasePort),
    World.start({ cluster: quickTimings }),
  ]);
  [server, world] = [startedServer, startedWorld];
  database = new CrashDatabase(databaseUrl);
  processes = new ProcessWatch(world);
  worker = await startCrashingWorker({ directory, port, script, databaseUrl, world });
  const run = new WorkspaceRun({ world, worker, database, processes }, 'held');
  await database.insertAccount(run.facts);
  await run.provision();
  facts = run.facts;
});

afterAll(async () => {
  await processes?.stop();
  database?.close();
  await Promise.all([worker?.stop(), server?.stop(), world?.[Symbol.asyncDispose]()]);
  rmSync(directory, { recursive: true, force: true });
});

function webhook(id: string, path: string, headers: HoldRequest['headers'] = []): Omit<HoldRequest, 'body'> {
  return {
    id,
    path,
    method: 'POST',
    search: '',
    headers,
    size: 0,
    from: '203.0.113.7',
    signal: 'unreachable',
  };
}

async function held(): Promise<HeldList> {
  const answer = await worker.listHeld(facts);
  if (!answer.ok) throw new Error(answer.code);
  return answer.value;
}

const stateOf = async (id: string) => (await held()).requests.find((request) => request.id === id)?.state;

/** @returns the number of runs of each held webhook of a path. */
async function runsOf(path: string): Promise<Array<string | undefined>> {
  const runs = await listCountedRuns({ portalUrl: '', sandboxUrl: world.url }, facts.name);
  return runs.filter((run) => run.path === path).map(({ heldId }) => heldId);
}

/** Advances the clock until the retries replay the webhook. */
async function untilReplayed(id: string): Promise<void> {
  await eventually(async () => {
    await worker.advanceClock(facts, MINUTE_MS);
    return (await stateOf(id)) === 'replayed';
  });
}

test('a webhook that was stored when the Worker was killed before its answer is replayed once', async () => {
  const path = '/webhook/counted/stored';
  const pid = await eventually(async () => processes.of(facts.name)?.pid);
  // The object closes the process's gate for the path before it answers, so a stopped process delays its answer.
  process.kill(pid, 'SIGSTOP');
  try {
    const answer = worker.hold(facts, webhook('hld_stored', path));
    await eventually(async () => (await stateOf('hld_stored')) === 'waiting');
    await worker.kill();
    expect(await answer).toBeNull();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await untilReplayed('hld_stored');
  expect(await runsOf(path)).toEqual(['hld_stored']);
});

test('a replay that was run when the Worker was killed before its answer is not run again', async () => {
  const path = '/webhook/counted/replaying';
  const expected: string[] = [];
  // On a busy machine a kill may come after the answer; that round proves nothing and repeats.
  for (let isHit = false; !isHit; ) {
    const [late, next] = [`hld_late${expected.length}`, `hld_next${expected.length}`];
    await worker.pauseReplay(facts, true);
    for (const request of [webhook(late, path, [['x-answer-after-ms', '1000']]), webhook(next, path)])
      expect(await worker.hold(facts, request)).toMatchObject({ kind: 'held' });
    // Due five seconds after acceptance.
    await worker.advanceClock(facts, MINUTE_MS);
    await worker.pauseReplay(facts, false);
    expected.push(late, next);
    await eventually(async () => (await runsOf(path)).length > expected.length - 2);
    await worker.kill();
    isHit = (await stateOf(late)) === 'waiting';
    await untilReplayed(next);
    expect(await runsOf(path)).toEqual(expected);
    expect(await stateOf(late)).toBe('replayed');
  }
});
