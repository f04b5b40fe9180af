import { afterAll, beforeAll, expect, test } from 'vitest';
import { workflowWith } from '../../workers/support/rehearsed-workflow.ts';
import { release } from '../instance/facts.ts';
import { World } from '../sandbox/harness.ts';
import { paths } from '../sandbox/manifests.ts';
import { FROM, RehearsalRig } from './rehearsal-rig.ts';

const NEXT = '2.41.3';
const REMOVED_NODE = 'n8n-nodes-base.functionItem';
const DAY_MS = 24 * 3_600_000;
const SLOW = { timeout: 300_000 };

// tests/workers/rehearsal.test.ts has the verdicts and the cluster's outage, on the real object.
let world: World;
beforeAll(async () => {
  world = await World.start({ engine: 'shared' });
});
afterAll(() => world[Symbol.asyncDispose]());

async function begin(name: string, workflows: readonly object[]): Promise<RehearsalRig> {
  const rig = new RehearsalRig(world, name);
  await rig.start(workflows);
  await rig.rehearsals.handle({ kind: 'requested', from: FROM, target: NEXT, updateAt: null });
  return rig;
}

test('an object that is killed in each step continues automatically, and leaves nothing', SLOW, async () => {
  const rig = await begin('killed', [workflowWith('fine', 'n8n-nodes-base.noOp')]);
  for (const phase of ['preparing', 'starting', 'checking', 'removing'] as const) {
    await rig.runUntil(phase, 'reported');
    rig.kill();
  }
  await rig.runUntil('reported');
  expect(rig.row).toMatchObject({
    serial: 1,
    phase: { result: 'updated', outcome: { verdict: 'passed', report: { problems: [], changes: [] } } },
  });
  expect(rig.state).toMatchObject({
    configuration: { version: NEXT },
    phase: { kind: 'online' },
  });
  expect(await rig.copyParts()).toEqual([]);
  expect([...rig.files.keys()]).toEqual([]);
});

const restarting = (rig: RehearsalRig) => ({
  kind: 'pending' as const,
  cause: 'restart' as const,
  startedAt: rig.now,
  isClusterUnreachable: false,
});

test('the copy of a workspace that is closed for changed people is open to its check', SLOW, async () => {
  const rig = await begin('shut', [workflowWith('fine', 'n8n-nodes-base.noOp')]);
  await rig.runUntil('starting');
  // After a restart its process has to know that a person left.
  const due = [{ email: 'eve@example.com', isSignedOut: false, role: null }];
  rig.state = { ...rig.state, phase: restarting(rig), due };
  await rig.runUntil('checking');
  rig.state = { ...rig.state, phase: { kind: 'offline' } };
  await rig.runUntil('changing', 'reported');
  expect(rig.row?.phase).toMatchObject({ outcome: { verdict: 'passed' } });
  // The Service for the people's changes belongs to the workspace.
  expect((await world.api('GET', paths.service('closed-shut'))).status).toBe(404);
});

test('a restart during the check makes no known problem a new one', SLOW, async () => {
  // No version has this node type.
  const rig = await begin('restarted', [workflowWith('odd', 'n8n-nodes-base.noSuchNode')]);
  const { phase, generation } = rig.state;
  rig.onCheck = () => {
    rig.onCheck = () => {};
    rig.state = { ...rig.state, phase: restarting(rig), generation: generation + 1 };
    throw new Error('503');
  };
  await rig.run('interrupted', () => rig.state.generation > generation);
  // Several turns of the check, which wait for the restart.
  const until = rig.now + 20_000;
  await rig.run('waiting', () => rig.now > until || rig.row?.phase.kind !== 'checking');
  rig.state = { ...rig.state, phase };
  await rig.runUntil('reported');
  expect(rig.row?.phase).toMatchObject({ result: 'updated', outcome: { report: { problems: [] } } });
});

test(
  'a crash during the check, without a deliberate restart, makes no known problem a new one',
  SLOW,
  async () => {
    const rig = await begin('crashed', [workflowWith('odd', 'n8n-nodes-base.noSuchNode')]);
    let crashes = 0;
    rig.onCheck = () => {
      crashes += 1;
      // More often than a check of the copy may fail.
      if (crashes <= 4) throw new Error('502');
    };
    await rig.runUntil('reported');
    expect(crashes).toBe(5);
    expect(rig.row?.phase).toMatchObject({ result: 'updated', outcome: { report: { problems: [] } } });
  },
);

test('an Offline workspace gets the chosen version, and its known problems are listed', SLOW, async () => {
  const rig = await begin('offline', [workflowWith('odd', 'n8n-nodes-base.noSuchNode')]);
  await rig.runUntil('checking');
  rig.state = { ...rig.state, phase: { kind: 'offline' } };
  await rig.runUntil('reported');
  expect(rig.row?.phase).toMatchObject({
    result: 'updated',
    outcome: { verdict: 'passed', report: { problems: [{ workflowId: 'odd', isActive: true }] } },
  });
});

test(
  'any problem of an active workflow postpones the forced update of an Offline workspace',
  SLOW,
  async () => {
    const { rig, request } = await announce('offline-forced', 'n8n-nodes-base.noSuchNode', 0);
    await request();
    await rig.runUntil('checking');
    rig.state = { ...rig.state, phase: { kind: 'offline' } };
    await rig.runUntil('reported');
    expect(rig.row?.phase).toMatchObject({ result: 'announced', outcome: { verdict: 'blocked' } });
    expect(rig.state.configuration.version).toBe(FROM);
  },
);

test('alarms that are an hour late for each step fail no forced update', SLOW, async () => {
  const { rig, request } = await announce('late', 'n8n-nodes-base.noOp', 0);
  await request();
  for (const phase of ['preparing', 'starting', 'checking', 'changing'] as const) {
    await rig.runUntil(phase, 'reported');
    rig.kill();
    rig.now += 3_600_000;
  }
  await rig.runUntil('reported');
  expect(rig.row?.phase).toMatchObject({ result: 'updated', outcome: { verdict: 'passed' } });
  expect(rig.state.configuration.version).toBe(NEXT);
});

test('does not use a version that is withdrawn during its rehearsal', SLOW, async () => {
  const rig = await begin('withdrawn', [workflowWith('fine', 'n8n-nodes-base.noOp')]);
  await rig.runUntil('starting', 'checking');
  rig.releases = [release(FROM), { ...release(NEXT), isWithdrawn: true }];
  await rig.runUntil('reported');
  expect(rig.row?.phase).toMatchObject({ result: 'withdrawn', outcome: { verdict: 'passed' } });
  expect(rig.state).toMatchObject({ configuration: { version: FROM }, phase: { kind: 'online' } });
  expect(await rig.copyParts()).toEqual([]);
});

test(
  'a workspace that is deleted meanwhile is left unchanged, its copy is removed, then the report',
  SLOW,
  async () => {
    const rig = await begin('deleted', [workflowWith('fine', 'n8n-nodes-base.noOp')]);
    await rig.runUntil('starting', 'checking');
    rig.state = { ...rig.state, phase: { kind: 'deleted', reason: 'cancelled', at: rig.now } };
    rig.rehearsals.onInstanceChanged(rig.state);
    expect(['starting', 'checking']).toContain(rig.row?.phase.kind);
    await rig.run('gone', () => rig.row === null);
    expect(rig.state).toMatchObject({ configuration: { version: FROM }, phase: { kind: 'deleted' } });
    expect(await rig.copyParts()).toEqual([]);
    expect([...rig.files.keys()]).toEqual([]);
  },
);

test('removes a copy that a crash left over, and keeps a running one', SLOW, async () => {
  const rig = await begin('left', [workflowWith('fine', 'n8n-nodes-base.noOp')]);
  await rig.runUntil('checking', 'removing', 'reported');
  const underWay = rig.row;
  if (!underWay) throw new Error('no rehearsal');
  if (underWay.phase.kind === 'checking') {
    await rig.rehearsals.removeLeftOver();
    expect(await rig.copyParts()).not.toEqual([]);
  }
  // The state after a kill between storing a removal and performing it.
  const outcome = { verdict: 'failed', reason: 'check_failed' } as const;
  rig.row = { ...underWay, phase: { kind: 'reported', at: rig.now, result: 'dropped', outcome } };
  rig.kill();
  await rig.until('nothing is left', async () => {
    await rig.rehearsals.removeLeftOver();
    return (await rig.copyParts()).length === 0;
  });
});

/** Announces the update of a workspace with this workflow. */
async function announce(name: string, nodeType: string, inDays: number) {
  const rig = new RehearsalRig(world, name);
  await rig.start([workflowWith('old', nodeType)]);
  const updateAt = rig.now + inDays * DAY_MS;
  rig.state = { ...rig.state, staleness: { version: FROM, target: NEXT, updateAt } };
  const request = () =>
    rig.rehearsals.handle({ kind: 'requested', from: FROM, target: NEXT, updateAt }).then(() => rig);
  return { rig, updateAt, request };
}

test('a forced update that is rehearsed ahead is reported by mail and changes nothing', SLOW, async () => {
  const { rig, updateAt, request } = await announce('ahead', REMOVED_NODE, 7);
  await request();
  await rig.runUntil('reported');
  expect(rig.row?.phase).toMatchObject({ result: 'announced', outcome: { verdict: 'blocked' } });
  expect(rig.mails).toEqual([
    {
      id: `update_rehearsed:${NEXT}:${updateAt}`,
      template: 'update_rehearsed',
      data: { version: FROM, target: NEXT, updateAt, verdict: 'blocked', problems: 1 },
    },
  ]);
  expect(rig.state.configuration.version).toBe(FROM);
  expect(await rig.copyParts()).toEqual([]);
});

test('a forced update that is blocked on its date is postponed', SLOW, async () => {
  const { rig, updateAt, request } = await announce('blocked', REMOVED_NODE, 0);
  await request();
  await rig.runUntil('reported');
  expect(rig.state).toMatchObject({ configuration: { version: FROM }, phase: { kind: 'online' } });
  expect(rig.state.staleness?.updateAt).toBeGreaterThanOrEqual(updateAt + 7 * DAY_MS);
  expect(rig.mails).toMatchObject([
    { data: { verdict: 'blocked', updateAt: rig.state.staleness?.updateAt } },
  ]);
  expect(await rig.copyParts()).toEqual([]);
});

test('a forced update that passes on its date is exported, counted and carried out', SLOW, async () => {
  const { rig, request } = await announce('forced', 'n8n-nodes-base.noOp', 0);
  await request();
  for (const phase of ['checking', 'removing', 'changing'] as const) {
    await rig.runUntil(phase, 'reported');
    rig.kill();
  }
  await rig.runUntil('reported');
  expect(rig.row).toMatchObject({ serial: 1, phase: { result: 'updated' } });
  expect(rig.state).toMatchObject({
    configuration: { version: NEXT },
    staleness: null,
    phase: { kind: 'online' },
    saved: { activeWorkflows: 1, isForced: true },
  });
  expect(rig.lastBackups).toBe(1);
  expect(rig.mails.map(({ template }) => template)).toEqual(['version_updated']);
});

test('a forced update that is called off during its rehearsal is not carried out', SLOW, async () => {
  const { rig, request } = await announce('called-off', 'n8n-nodes-base.noOp', 0);
  await request();
  await rig.runUntil('starting', 'checking');
  rig.state = { ...rig.state, staleness: null };
  await rig.runUntil('reported');
  expect(rig.row?.phase).toMatchObject({ result: 'dropped', outcome: { verdict: 'passed' } });
  expect(rig.state.configuration.version).toBe(FROM);
  expect([rig.lastBackups, rig.mails]).toEqual([0, []]);
});

test('an update whose process reports no usage takes one backup, and is given up in time', SLOW, async () => {
  const rig = await begin('no-usage', [workflowWith('fine', 'n8n-nodes-base.noOp')]);
  rig.isUsageDown = true;
  await rig.runUntil('changing');
  const begunAt = rig.now;
  await rig.run('saved', () => rig.row?.phase.kind === 'changing' && rig.row.phase.isSaved === true);
  rig.kill();
  for (let tries = 0; tries < 5; tries += 1) {
    const tried = rig.usageReadings;
    rig.now += 5_000;
    await rig.run('tried again', () => rig.usageReadings > tried);
  }
  expect(rig.lastBackups).toBe(1);
  rig.now = begunAt + 15 * 60_000;
  await rig.runUntil('reported');
  expect(rig.row?.phase).toMatchObject({ result: 'not_saved' });
  expect(rig.state).toMatchObject({ configuration: { version: FROM }, phase: { kind: 'online' } });
  expect(rig.lastBackups).toBe(1);
});

test('an export that ends after its rehearsal is deleted', SLOW, async () => {
  const rig = new RehearsalRig(world, 'late-export');
  await rig.start([workflowWith('fine', 'n8n-nodes-base.noOp')]);
  let end = () => {};
  rig.storing = new Promise((resolve) => {
    end = resolve;
  });
  await rig.rehearsals.handle({ kind: 'requested', from: FROM, target: NEXT, updateAt: null });
  await rig.run('exported', () => rig.puts > 0);
  rig.now += 11 * 60_000;
  await rig.runUntil('reported');
  expect(rig.row?.phase).toMatchObject({ outcome: { verdict: 'failed', reason: 'no_backup' } });
  const removed = rig.removals;
  end();
  await rig.until('the late export is deleted', async () => rig.removals > removed);
  expect([...rig.files.keys()]).toEqual([]);
});

test('a deleted workspace keeps no report, which names its workflows', SLOW, async () => {
  const rig = await begin('report-deleted', [workflowWith('old', REMOVED_NODE)]);
  await rig.runUntil('reported');
  const deleted = { ...rig.state, phase: { kind: 'deleted', reason: 'cancelled', at: rig.now } } as const;
  rig.rehearsals.onInstanceChanged(rig.state);
  expect(rig.row).not.toBeNull();
  rig.rehearsals.onInstanceChanged(deleted);
  expect(rig.row).toBeNull();
});
