import { expect, test } from 'vitest';
import type { InstancePhase } from '#app/domain/instance/state.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';
import { START } from './facts.ts';
import { InstanceWorld, onlineWorld } from './world.ts';

const { Online, Pending, Stopped } = InstanceStatus;
const day = (days: number) => START + days * DAY_MS;
const pay = (world: InstanceWorld) => world.sendFacts({ entitlement: { kind: 'active' } });

/** A trial that ends, at the first moment of this phase. */
function at(kind: InstancePhase['kind']): InstanceWorld {
  const world = new InstanceWorld();
  world.isBackupStoreUp = kind !== 'backing-up';
  world.cluster = kind === 'offline' ? 'not-ready' : 'ready';
  world.sendFacts();
  while (world.state.phase.kind !== kind) world.runNext();
  return world;
}

test.each([
  ['pending', Pending, 'provision'],
  ['online', Online, null],
  ['offline', InstanceStatus.Offline, null],
] as const)('a workspace that is paid for while %s continues', (kind, status, cause) => {
  const world = at(kind);
  const { generation } = world.state;
  pay(world);
  expect(world.view).toMatchObject({ status, cause, trialEndsAt: null, deletionAt: null });
  expect(world.state.generation).toBe(generation);
  expect(world.schedules.has('timetable')).toBe(false);
});

test.each(['stopped', 'backing-up'] as const)(
  'an entitlement while %s resumes the workspace with its data',
  (kind) => {
    const world = at(kind);
    pay(world);
    expect(world.view).toMatchObject({ status: Pending, cause: 'resume', deletionAt: null });
    expect(world.schedules.has('timetable')).toBe(false);
    world.cluster = 'ready';
    world.runNext();
    expect(world.view.status).toBe(Online);
    expect(world.state.incarnation).toBe(1);
    world.passTo(day(100));
    expect(world.view.status).toBe(Online);
  },
);

test('a final backup that ends after a new entitlement removes nothing', () => {
  const world = at('backing-up');
  const { generation } = world.state;
  world.now += 5_000;
  pay(world);
  const before = world.state;
  world.send({
    kind: 'backed-up',
    generation,
    backup: { key: 'final/wks_1/1.zip', bytes: 2, workflows: 1, takenAt: world.now },
  });
  expect(world.state).toBe(before);
});

test('a final backup that a new entitlement overtook is dropped, and again until the store has dropped it', () => {
  const world = at('backing-up');
  pay(world);
  world.isBackupStoreUp = false;
  world.passTo(world.now + 2 * HOUR_MS);
  expect(world.count('drop-backup')).toBe(2);
  world.isBackupStoreUp = true;
  world.passTo(world.now + DAY_MS);
  expect(world.effects.filter(({ kind }) => kind === 'drop-backup').at(-1)).toEqual({
    kind: 'drop-backup',
    key: 'final/wks_1/1.zip',
  });
  expect(world.count('drop-backup')).toBe(3);
  expect(world.schedules.has('backup-expiry')).toBe(false);
});

test('a deletion that begins again keeps its final backup', () => {
  const world = at('backing-up');
  pay(world);
  world.isBackupStoreUp = false;
  world.sendFacts({ entitlement: { kind: 'paused', pausedAt: world.now } });
  while (world.state.phase.kind !== 'backing-up') world.runNext();
  const drops = world.count('drop-backup');
  world.passTo(world.now + DAY_MS);
  expect(world.count('drop-backup')).toBe(drops);
  world.isBackupStoreUp = true;
  world.passTo(world.now + DAY_MS);
  expect(world.state).toMatchObject({
    phase: { kind: 'deleted' },
    finalBackups: [{ key: 'final/wks_1/1.zip' }],
  });
  expect(world.count('drop-backup')).toBe(drops);
});

test('an entitlement during the removal starts a new incarnation after the removal', () => {
  const world = at('removing');
  pay(world);
  expect(world.view.status).toBe(Stopped);
  world.runNext();
  expect(world.view).toMatchObject({ status: Pending, cause: 'provision' });
  expect(world.state).toMatchObject({
    incarnation: 2,
    isApplied: false,
    finalBackups: [{ key: 'final/wks_1/1.zip' }],
  });
  expect([...world.schedules.keys()].sort()).toEqual(['backup-expiry', 'day', 'probe']);
  expect(world.mails.map(({ id }) => id)).toContain('incarnation-1:workspace_deleted');
});

test('an entitlement that ends again during the removal starts nothing', () => {
  const world = at('removing');
  pay(world);
  world.sendFacts({ entitlement: { kind: 'paused', pausedAt: world.now } });
  world.runNext();
  expect(world.state.phase.kind).toBe('deleted');
});

test('an entitlement during the removal resumes the workspace when the backup is lost', () => {
  const world = at('removing');
  pay(world);
  world.send({ kind: 'backup-missing' });
  expect(world.view).toMatchObject({ status: Pending, cause: 'resume', deletionAt: null });
  world.runNext();
  expect(world.state).toMatchObject({ phase: { kind: 'online' }, incarnation: 1, finalBackups: [] });
  world.passTo(day(100));
  expect(world.view.status).toBe(Online);
});

test('a clock that goes back during the removal starts nothing', () => {
  const world = at('removing');
  world.now = day(1);
  world.probe();
  expect(world.state).toMatchObject({ phase: { kind: 'deleted' }, incarnation: 1 });
});

test.each(['removing', 'deleted'] as const)(
  'an incarnation after an entitlement while %s warns of its own executions, in the same month too',
  (kind) => {
    const world = onlineWorld();
    const read = (executions: number) =>
      world.send({ kind: 'usage-read', usage: { timeframe: '2027-01', executions, activeWorkflows: 1 } });
    world.sendFacts({ entitlement: { kind: 'trial', endsAt: day(3) } });
    read(1_000);
    while (world.state.phase.kind !== kind) world.runNext();
    pay(world);
    while (world.view.status !== Online) world.runNext();
    expect(world.state).toMatchObject({ incarnation: 2, usage: null });
    read(800);
    const warnings = world.mails.map(({ id }) => id).filter((id) => id.includes('usage:'));
    expect(warnings).toEqual(['usage:2027-01:1000:100', 'incarnation-2:usage:2027-01:1000:80']);
  },
);

test('an entitlement after the deletion starts an incarnation with new mail ids', () => {
  const world = at('deleted');
  world.now += DAY_MS;
  pay(world);
  expect(world.view).toMatchObject({ status: Pending, cause: 'provision', finalBackupUntil: null });
  expect(world.state.incarnation).toBe(2);
  world.runNext();
  world.sendFacts({ entitlement: { kind: 'cancelled', endsAt: world.now + 10 * DAY_MS } });
  world.passTo(world.now + 11 * DAY_MS);
  expect(world.state.phase.kind).toBe('deleted');
  const ids = world.mails.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('incarnation-2:workspace_deleted');
  expect(world.state.finalBackups.map(({ key }) => key)).toEqual(['final/wks_1/1.zip', 'final/wks_1/2.zip']);
});

test('another ended entitlement keeps the workspace stopped for the new reason', () => {
  const world = at('stopped');
  world.sendFacts({ entitlement: { kind: 'paused', pausedAt: world.now } });
  expect(world.view).toMatchObject({
    status: Stopped,
    notice: 'paused',
    deletionAt: world.now + 90 * DAY_MS,
  });
  expect(world.state.generation).toBe(2);
});

test('an entitlement that ends later postpones an unfinished deletion', () => {
  const world = at('backing-up');
  world.sendFacts({ entitlement: { kind: 'paused', pausedAt: world.now } });
  expect(world.view).toMatchObject({ notice: 'paused', deletionAt: world.now + 90 * DAY_MS });
  expect(world.state.isApplied).toBe(false);
  expect(world.schedules.get('probe')).toBe(world.now);
});

test('new limits alone resume nothing', () => {
  for (const kind of ['stopped', 'backing-up', 'removing', 'deleted'] as const) {
    const world = at(kind);
    world.sendFacts({ limits: { ...world.state.facts.limits, monthlyExecutions: 9_000 } });
    expect(world.state.phase.kind).toBe(kind);
  }
});

test('the timetable starts over after a return', () => {
  const world = at('stopped');
  pay(world);
  world.runNext();
  world.sendFacts({ entitlement: { kind: 'cancelled', endsAt: world.now + 30 * DAY_MS } });
  world.passTo(world.now + 30 * DAY_MS - 1);
  expect(world.mails.map(({ id }) => id)).toEqual([
    '1:trial_reminder',
    '1:trial_ended',
    '3:deletion_warning:early',
    '3:deletion_warning:last',
  ]);
});

test('no answer resumes a stopped workspace', () => {
  const world = onlineWorld();
  world.passTo(day(14));
  expect(world.state.isApplied).toBe(true);
  for (const answer of ['ready', 'not-ready', 'missing', 'unreachable'] as const) {
    world.probe(answer);
    expect(world.view.status).toBe(Stopped);
  }
  world.send({ kind: 'reconciled' });
  expect(world.view.status).toBe(Stopped);
});

test('applies the stop until the cluster accepts it, then probes once more', () => {
  const world = onlineWorld();
  world.now = day(14);
  world.cluster = 'unreachable';
  world.send({ kind: 'timetable-due' });
  for (let tries = 0; tries < 3; tries += 1) {
    world.probe();
    expect(world.state.isApplied).toBe(false);
    expect(world.schedules.get('probe')).toBe(world.now + 15_000);
  }
  world.probe('not-ready');
  expect(world.state.isApplied).toBe(true);
  expect(world.schedules.has('probe')).toBe(true);
  world.probe('not-ready');
  expect(world.schedules.has('probe')).toBe(false);
});
