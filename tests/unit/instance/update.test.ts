import { describe, expect, test } from 'vitest';
import type { Role } from '#app/domain/access/roles.ts';
import { MAX_PEOPLE_PER_CALL } from '#app/domain/instance/machine/people.ts';
import { SAVE_WITHIN_MS, VERIFY_WITHIN_MS } from '#app/domain/instance/machine/update.ts';
import type { UpdateStep } from '#app/domain/instance/state.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { wantedOf } from '#app/domain/instance/wanted.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { type InstanceWorld, onlineWorld } from './world.ts';

const FROM = '1.0.0';
const TARGET = '1.1.0';

/** A workspace whose update has just started, from a version with two active workflows. */
function updating(): InstanceWorld {
  const world = onlineWorld({ entitlement: { kind: 'active' } });
  world.activeWorkflows = 2;
  world.send({ kind: 'update-requested', target: TARGET, activeWorkflows: 2, isForced: false });
  return world;
}

function stepOf({ state }: InstanceWorld): UpdateStep['step'] | undefined {
  return state.phase.kind === 'pending' ? state.phase.update?.step : undefined;
}

/** Runs schedules until the update's step ends. @returns its duration, ms. */
function pass(world: InstanceWorld, step: UpdateStep['step']): number {
  const { now } = world;
  while (stepOf(world) === step) world.runNext();
  return world.now - now;
}

test('stops the process, saves its data, and serves with the new version', () => {
  const world = updating();
  expect(world.view).toMatchObject({ status: InstanceStatus.Pending, cause: 'update', goBack: null });
  expect(wantedOf(world.state)).toMatchObject({ version: FROM, replicas: 0 });
  pass(world, 'saving');
  expect(wantedOf(world.state)).toMatchObject({ version: TARGET, replicas: 1, storage: { claim: 0 } });
  pass(world, 'verifying');
  expect(world.view).toMatchObject({ status: InstanceStatus.Online, version: { name: TARGET } });
  expect(world.view.goBack).toEqual({ version: FROM, until: world.now + DAY_MS });
  expect(world.state.lastUpdate).toMatchObject({ result: 'updated', from: FROM, target: TARGET });
});

test.each(['not_ready', 'fewer_active'] as const)('reverts version and data automatically: %s', (reason) => {
  const world = updating();
  const begunAt = world.now;
  pass(world, 'saving');
  const snapshot = world.state.saved?.snapshot;
  if (reason === 'not_ready') world.cluster = 'not-ready';
  else world.activeWorkflows = 1;
  const tookMs = pass(world, 'verifying');
  expect(tookMs).toBeGreaterThanOrEqual(VERIFY_WITHIN_MS);
  expect(stepOf(world)).toBe('reverting');
  expect(wantedOf(world.state)).toMatchObject({
    version: FROM,
    replicas: 0,
    storage: { claim: 1, snapshot },
  });
  world.cluster = 'ready';
  pass(world, 'reverting');
  while (world.view.status !== InstanceStatus.Online) world.runNext();
  expect(world.now - begunAt).toBeLessThanOrEqual(2 * MINUTE_MS);
  expect(world.view).toMatchObject({ version: { name: FROM }, goBack: null });
  expect(world.state.lastUpdate?.result).toBe(reason);
  expect(world.mails.map(({ mail }) => mail)).toEqual([
    { template: 'update_went_back', data: { version: FROM, target: TARGET } },
  ]);
});

test.each([3, 65, 200])('a start of %i s after going back is noticed within a second', (seconds) => {
  const world = updating();
  pass(world, 'saving');
  pass(world, 'verifying');
  world.send({ kind: 'going-back-requested', accountId: 'acc_ada' });
  pass(world, 'reverting');
  const readyAt = world.now + seconds * 1_000;
  world.cluster = 'not-ready';
  world.passTo(readyAt);
  world.cluster = 'ready';
  while (world.view.status !== InstanceStatus.Online) world.runNext();
  expect(world.now - readyAt).toBeLessThanOrEqual(1_000);
});

test('keeps the version when the cluster cannot save its data', () => {
  const world = updating();
  world.cluster = 'not-ready';
  expect(pass(world, 'saving')).toBeGreaterThanOrEqual(SAVE_WITHIN_MS);
  world.cluster = 'ready';
  world.passTo(world.now + MINUTE_MS);
  expect(world.view).toMatchObject({ status: InstanceStatus.Online, version: { name: FROM } });
  expect(world.state).toMatchObject({ storage: { claim: 0 }, lastUpdate: { result: 'not_saved' } });
});

test('an outage of the cluster does not count toward a step', () => {
  const world = updating();
  pass(world, 'saving');
  world.cluster = 'unreachable';
  world.passTo(world.now + 10 * VERIFY_WITHIN_MS);
  expect(stepOf(world)).toBe('verifying');
  world.cluster = 'ready';
  world.passTo(world.now + MINUTE_MS);
  expect(world.view).toMatchObject({ status: InstanceStatus.Online, version: { name: TARGET } });
});

describe('a late alarm', () => {
  const lateMs = [50_000, 2 * MINUTE_MS, DAY_MS];

  test.each(lateMs)('of %i ms keeps a new version whose process is ready and counts its workflows', (ms) => {
    const world = updating();
    pass(world, 'saving');
    world.now += ms;
    world.runNext();
    expect(world.view).toMatchObject({ status: InstanceStatus.Online, version: { name: TARGET } });
  });

  test.each(lateMs)('of %i ms leaves a process that it started most of the minute', (ms) => {
    const world = updating();
    pass(world, 'saving');
    world.cluster = 'not-ready';
    world.now += ms;
    world.passTo(world.now + VERIFY_WITHIN_MS / 2);
    expect(stepOf(world)).toBe('verifying');
    expect(pass(world, 'verifying')).toBeLessThanOrEqual(VERIFY_WITHIN_MS / 2);
  });

  test.each(lateMs)('of %i ms leaves the cluster most of the minute to save the data', (ms) => {
    const world = updating();
    world.cluster = 'not-ready';
    world.now += ms;
    world.passTo(world.now + SAVE_WITHIN_MS / 2);
    expect(stepOf(world)).toBe('saving');
    expect(pass(world, 'saving')).toBeLessThanOrEqual(SAVE_WITHIN_MS / 2);
  });

  test('keeps no version whose process never counts its workflows', () => {
    const world = updating();
    pass(world, 'saving');
    world.activeWorkflows = 0;
    world.now += DAY_MS;
    expect(pass(world, 'verifying')).toBeLessThanOrEqual(VERIFY_WITHIN_MS);
    expect(world.state.lastUpdate?.result).toBe('fewer_active');
  });
});

test('time that the sandbox’s clock skips uses up the minute', () => {
  const world = updating();
  pass(world, 'saving');
  world.cluster = 'not-ready';
  const departedAt = world.now + 1;
  world.now += 2 * MINUTE_MS;
  world.send({ kind: 'clock-moved', departedAt });
  world.runNext();
  expect(world.state.lastUpdate?.result).toBe('not_ready');
});

test('a cluster that answers every other probe delays a revert by a minute at most', () => {
  const world = updating();
  pass(world, 'saving');
  const begunAt = world.now;
  for (let probes = 0; stepOf(world) === 'verifying'; probes += 1) {
    world.cluster = probes % 2 === 0 ? 'unreachable' : 'not-ready';
    world.runNext();
    expect(world.now - begunAt).toBeLessThanOrEqual(2 * VERIFY_WITHIN_MS);
  }
  expect(world.state.lastUpdate?.result).toBe('not_ready');
});

test('people can go back for a day; then the saved data is removed', () => {
  const world = updating();
  pass(world, 'saving');
  pass(world, 'verifying');
  expect(world.send({ kind: 'going-back-requested', accountId: 'acc_eve' })).toBe('workspace_not_found');
  expect(world.send({ kind: 'going-back-requested', accountId: 'acc_ada' })).toBeNull();
  expect(world.send({ kind: 'going-back-requested', accountId: 'acc_ada' })).toBe('workspace_pending');
  world.passTo(world.now + MINUTE_MS);
  expect(world.view).toMatchObject({ status: InstanceStatus.Online, version: { name: FROM }, goBack: null });
  expect(world.state.lastUpdate?.result).toBe('requested');
  expect(world.send({ kind: 'going-back-requested', accountId: 'acc_ada' })).toBe('going_back_unavailable');
  world.send({ kind: 'update-requested', target: TARGET, activeWorkflows: 2, isForced: false });
  world.passTo(world.now + MINUTE_MS);
  const before = world.count('prune');
  world.passTo(world.now + DAY_MS + MINUTE_MS);
  expect(world.view).toMatchObject({ version: { name: TARGET }, goBack: null });
  expect(world.count('prune')).toBe(before + 1);
  expect(world.schedules.has('saved-expiry')).toBe(false);
});

test('a later update whose data cannot be saved leaves the earlier one its day to go back, and no more', () => {
  const world = updating();
  pass(world, 'saving');
  pass(world, 'verifying');
  const until = world.view.goBack?.until ?? 0;
  world.passTo(until - HOUR_MS);
  world.send({ kind: 'update-requested', target: '2.0.0', activeWorkflows: 2, isForced: false });
  world.cluster = 'not-ready';
  pass(world, 'saving');
  world.cluster = 'ready';
  world.passTo(until - MINUTE_MS);
  expect(world.view).toMatchObject({ status: InstanceStatus.Online, goBack: { version: FROM, until } });
  world.passTo(until + MINUTE_MS);
  expect(world.view.goBack).toBeNull();
});

test('a workspace that is stopped meanwhile keeps the version that served', () => {
  const world = updating();
  pass(world, 'saving');
  world.cluster = 'not-ready';
  world.sendFacts({ entitlement: { kind: 'paused', pausedAt: world.now } });
  expect(wantedOf(world.state)).toMatchObject({ version: FROM, replicas: 0, storage: { claim: 1 } });
  world.cluster = 'ready';
  world.sendFacts({ entitlement: { kind: 'active' } });
  world.passTo(world.now + MINUTE_MS);
  expect(world.view).toMatchObject({ status: InstanceStatus.Online, version: { name: FROM } });
});

test('settings, restarts and other updates wait', () => {
  const world = updating();
  expect(world.configure({ timezone: 'Europe/Berlin' })).toBe('workspace_pending');
  expect(world.restart()).toBe('workspace_pending');
  const { state } = world;
  world.send({ kind: 'update-requested', target: '1.2.0', activeWorkflows: 2, isForced: false });
  expect(world.state).toBe(state);
});

function updatedWorld(): InstanceWorld {
  const world = updating();
  pass(world, 'saving');
  pass(world, 'verifying');
  return world;
}

describe('people', () => {
  const deliveredPeople = (world: InstanceWorld) =>
    world.effects.flatMap((effect) => (effect.kind === 'deliver-people' ? effect.people : []));
  /** A person leaves; an Online process accepts the change. */
  const remove = (world: InstanceWorld, email: string) => {
    world.send({ kind: 'person-changed', email, role: null });
    if (world.view.status === InstanceStatus.Online) take(world, { email, role: null });
  };
  const take = (world: InstanceWorld, change: { email: string; role?: Role | null }) =>
    world.send({ kind: 'person-delivered', generation: world.state.generation, ...change });
  const removed = (email: string) => ({ email, isSignedOut: false, role: null });
  const [grace, eve] = ['grace@example.com', 'eve@example.com'];

  test('the earlier version gets all changes since the update before it opens', () => {
    const world = onlineWorld({ entitlement: { kind: 'active' } });
    world.activeWorkflows = 2;
    remove(world, 'before@example.com');
    world.send({ kind: 'update-requested', target: TARGET, activeWorkflows: 2, isForced: false });
    pass(world, 'saving');
    pass(world, 'verifying');
    remove(world, grace);
    world.send({ kind: 'person-changed', email: eve, role: 'member' });
    take(world, { email: eve, role: 'member' });
    world.send({ kind: 'person-changed', email: eve });
    take(world, { email: eve });
    remove(world, grace);
    world.send({ kind: 'going-back-requested', accountId: 'acc_ada' });
    remove(world, 'meanwhile@example.com');
    world.acceptsPeople = false;
    world.passTo(world.now + MINUTE_MS);
    expect(wantedOf(world.state)).toMatchObject({ version: FROM, replicas: 1, isClosed: true });
    expect(world.view.status).toBe(InstanceStatus.Pending);
    expect(deliveredPeople(world).slice(-3)).toEqual([
      removed(grace),
      { email: eve, isSignedOut: true, role: 'member' },
      removed('meanwhile@example.com'),
    ]);
    world.acceptsPeople = true;
    world.passTo(world.now + MINUTE_MS);
    expect(world.view.status).toBe(InstanceStatus.Online);
    expect(wantedOf(world.state).isClosed).toBe(false);
    const count = deliveredPeople(world).length;
    world.send({ kind: 'restart-requested', accountId: 'acc_ada' });
    world.passTo(world.now + MINUTE_MS);
    expect(deliveredPeople(world)).toHaveLength(count);
  });

  test('even if the workspace is stopped before the earlier version is Online', () => {
    const world = updatedWorld();
    remove(world, grace);
    world.send({ kind: 'going-back-requested', accountId: 'acc_ada' });
    world.sendFacts({ entitlement: { kind: 'paused', pausedAt: world.now } });
    world.passTo(world.now + 2 * DAY_MS);
    expect(deliveredPeople(world)).toEqual([]);
    world.sendFacts({ entitlement: { kind: 'active' } });
    world.passTo(world.now + MINUTE_MS);
    expect(deliveredPeople(world)).toEqual([removed(grace)]);
    expect(world.view.status).toBe(InstanceStatus.Online);
  });

  test('a process gets a removal from a stop before it opens, and again after going back', () => {
    const world = updatedWorld();
    world.sendFacts({ entitlement: { kind: 'paused', pausedAt: world.now } });
    world.passTo(world.now + MINUTE_MS);
    remove(world, grace);
    expect(wantedOf(world.state)).toMatchObject({ replicas: 0, isClosed: false });
    world.sendFacts({ entitlement: { kind: 'active' } });
    expect(wantedOf(world.state)).toMatchObject({ replicas: 1, isClosed: true });
    world.passTo(world.now + MINUTE_MS);
    expect(world.view.status).toBe(InstanceStatus.Online);
    world.send({ kind: 'going-back-requested', accountId: 'acc_ada' });
    world.passTo(world.now + MINUTE_MS);
    expect(deliveredPeople(world)).toEqual([removed(grace), removed(grace)]);
  });

  test.each(['pending', 'offline'] as const)(
    'a removal closes a process that may run without being called: %s',
    (phase) => {
      const world = onlineWorld({ entitlement: { kind: 'active' } });
      world.cluster = 'not-ready';
      world.send({ kind: 'restart-requested', accountId: 'acc_ada' });
      world.passTo(world.now + (phase === 'pending' ? 10_000 : 10 * MINUTE_MS));
      expect(world.state.phase.kind).toBe(phase);
      remove(world, grace);
      expect(world.state).toMatchObject({ isApplied: false });
      expect(world.schedules.get('probe')).toBe(world.now);
      world.cluster = 'ready';
      world.passTo(world.now + MINUTE_MS);
      expect(deliveredPeople(world)).toEqual([removed(grace)]);
      expect(world.view.status).toBe(InstanceStatus.Online);
    },
  );

  test('both versions get a removal that happened while the reverted version was verified', () => {
    const world = updating();
    pass(world, 'saving');
    remove(world, grace);
    world.activeWorkflows = 0;
    pass(world, 'verifying');
    world.passTo(world.now + 2 * MINUTE_MS);
    expect(world.view).toMatchObject({ status: InstanceStatus.Online, version: { name: FROM } });
    expect(deliveredPeople(world)).toEqual([removed(grace), removed(grace)]);
  });

  test('a version that does not accept changes of people is not verified', () => {
    const world = updating();
    pass(world, 'saving');
    remove(world, grace);
    world.acceptsPeople = false;
    world.passTo(world.now + MINUTE_MS + 10_000);
    expect(world.state.lastUpdate?.result).toBe('not_ready');
  });

  test('an acknowledgement by an earlier process does not count', () => {
    const world = updatedWorld();
    remove(world, grace);
    const { generation, changedSinceSave: people } = world.state;
    world.send({ kind: 'going-back-requested', accountId: 'acc_ada' });
    world.send({ kind: 'people-delivered', generation, people });
    expect(world.state.due).toEqual([removed(grace)]);
  });

  test('requests roles that the object does not know from the database', () => {
    const world = updatedWorld();
    world.send({ kind: 'person-changed', email: grace });
    take(world, { email: grace });
    world.send({ kind: 'going-back-requested', accountId: 'acc_ada' });
    world.passTo(world.now + MINUTE_MS);
    expect(world.effects.filter(({ kind }) => kind === 'request-roles')).toMatchObject([{ emails: [grace] }]);
  });

  test('a process that did not respond gets a removal at its next start', () => {
    const world = onlineWorld({ entitlement: { kind: 'active' } });
    world.send({ kind: 'person-changed', email: grace, role: 'member' });
    world.send({ kind: 'person-changed', email: grace });
    world.send({ kind: 'person-changed', email: eve, role: null });
    // Meanwhile the process serves the others and accepts some of the changes.
    expect(wantedOf(world.state).isClosed).toBe(false);
    take(world, { email: grace });
    take(world, { email: grace });
    take(world, { email: eve, role: 'member' });
    world.send({ kind: 'restart-requested', accountId: 'acc_ada' });
    expect(wantedOf(world.state).isClosed).toBe(true);
    world.passTo(world.now + MINUTE_MS);
    expect(deliveredPeople(world)).toEqual([
      removed(eve),
      { email: grace, isSignedOut: false, role: 'member' },
    ]);
    expect(world.state.due).toEqual([]);
    expect(world.view.status).toBe(InstanceStatus.Online);
  });

  test('delivers a thousand changes in calls of a bounded size, and then opens the workspace', () => {
    const world = onlineWorld({ entitlement: { kind: 'active' } });
    world.sendFacts({ entitlement: { kind: 'paused', pausedAt: world.now } });
    world.passTo(world.now + MINUTE_MS);
    const emails = Array.from({ length: 1000 }, (_, index) => `${index}@example.com`);
    const due = emails.map((email) => ({ email, isSignedOut: true }));
    world.stored = { ...world.state, due };
    world.sendFacts({ entitlement: { kind: 'active' } });
    world.passTo(world.now + MINUTE_MS);
    const calls = world.effects.flatMap((effect) =>
      effect.kind === 'deliver-people' ? [effect.people] : [],
    );
    expect(Math.max(...calls.map(({ length }) => length))).toBe(MAX_PEOPLE_PER_CALL);
    expect(calls.flat()).toEqual(due);
    const requested = world.effects.flatMap((effect) =>
      effect.kind === 'request-roles' ? effect.emails : [],
    );
    expect(requested).toEqual(emails);
    expect(world.view.status).toBe(InstanceStatus.Online);
  });

  test('forgets the recorded changes once the saved data is deleted', () => {
    const world = updatedWorld();
    remove(world, grace);
    world.passTo(world.now + DAY_MS + MINUTE_MS);
    expect(world.state.changedSinceSave).toEqual([]);
    remove(world, eve);
    expect(world.state).toMatchObject({ changedSinceSave: [], due: [] });
  });
});

test('executions since the update stay counted', () => {
  const world = updatedWorld();
  const timeframe = new Date(world.now).toISOString().slice(0, 7);
  world.send({ kind: 'usage-read', usage: { timeframe, executions: 700, activeWorkflows: 2 } });
  expect(wantedOf(world.state).storage).toEqual({ claim: 0, snapshot: null });
  world.send({ kind: 'going-back-requested', accountId: 'acc_ada' });
  expect(wantedOf(world.state).storage).toMatchObject({
    claim: 1,
    counted: { month: timeframe, executions: 700 },
  });
});
