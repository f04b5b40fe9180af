import { expect, test } from 'vitest';
import { wantedOf } from '#app/domain/instance/wanted.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { START } from './facts.ts';
import { type InstanceWorld, onlineWorld } from './world.ts';

const KEY = 'final/wks_1/1.zip';
const day = (days: number) => START + days * DAY_MS;

/** A workspace whose deletion is due and whose backup store is down. */
function dueForDeletion(): InstanceWorld {
  const world = onlineWorld();
  world.isBackupStoreUp = false;
  world.passTo(day(17));
  return world;
}

test('a due deletion runs the process once more, only for its backup', () => {
  const world = dueForDeletion();
  expect(world.view).toMatchObject({ notice: 'deleting', deletionAt: day(17) });
  expect(wantedOf(world.state)).toMatchObject({ replicas: 1, purpose: 'backup' });
});

test('removes nothing before the backup is stored, and reports a long delay once', () => {
  const world = dueForDeletion();
  world.passTo(day(17) + 4 * MINUTE_MS);
  expect(world.count('report')).toBe(0);
  world.passTo(day(20));
  expect(world.state.phase.kind).toBe('backing-up');
  expect(world.count('report')).toBe(1);
  expect(world.count('take-backup')).toBeGreaterThan(0);
  world.isBackupStoreUp = true;
  world.passTo(day(20) + 6 * MINUTE_MS);
  expect(world.state.phase.kind).toBe('deleted');
});

test('reports a second backup that is overdue after the first one was lost', () => {
  const world = dueForDeletion();
  world.passTo(day(18));
  world.isBackupStoreUp = true;
  while (world.state.phase.kind !== 'removing') world.runNext();
  world.isBackupStoreUp = false;
  world.send({ kind: 'backup-missing' });
  world.passTo(world.now + DAY_MS);
  expect(world.count('report')).toBe(2);
});

test('keeps probing a process that does not start for its backup, and keeps its data', () => {
  const world = onlineWorld();
  world.passTo(day(17) - 1);
  world.cluster = 'not-ready';
  world.passTo(day(30));
  expect(world.state.phase.kind).toBe('backing-up');
  expect(world.count('take-backup')).toBe(0);
  expect(world.schedules.has('probe')).toBe(true);
});

test('removes the process, then everything else, after the backup', () => {
  const world = dueForDeletion();
  const { generation } = world.state;
  world.send({
    kind: 'backed-up',
    generation: generation - 1,
    backup: { key: KEY, bytes: 2, workflows: 1, takenAt: world.now },
  });
  expect(world.state.phase.kind).toBe('backing-up');
  world.send({
    kind: 'backed-up',
    generation,
    backup: { key: KEY, bytes: 2, workflows: 1, takenAt: world.now },
  });
  expect(world.state.phase.kind).toBe('removing');
  expect(wantedOf(world.state).replicas).toBe(0);
  world.cluster = 'not-ready';
  world.passTo(world.now + MINUTE_MS);
  expect(world.state.phase.kind).toBe('removing');
  expect(world.schedules.get('probe')).toBeLessThanOrEqual(world.now + 15_000);
});

test('repeats a lost backup before it removes anything', () => {
  const world = onlineWorld();
  world.passTo(day(17) - 1);
  while (world.state.phase.kind !== 'removing') world.runNext();
  world.send({ kind: 'backup-missing' });
  expect(world.state.phase.kind).toBe('backing-up');
  expect(world.schedules.get('probe')).toBe(world.now);
  world.runNext();
  expect(world.count('take-backup')).toBe(2);
  expect(world.state.phase.kind).toBe('removing');
});

test("a deleted workspace arms only the backup's expiry and ignores late events", () => {
  const world = onlineWorld();
  world.passTo(day(18));
  expect(world.view).toMatchObject({ notice: 'deleted', deletionAt: null, finalBackupUntil: day(17 + 90) });
  expect([...world.schedules.keys()]).toEqual(['backup-expiry']);
  const before = world.state;
  world.send({ kind: 'removed' });
  world.send({ kind: 'backup-missing' });
  world.send({
    kind: 'backed-up',
    generation: before.generation,
    backup: { key: KEY, bytes: 9, workflows: 1, takenAt: world.now },
  });
  world.send({ kind: 'day-passed' });
  world.send({ kind: 'update-due' });
  expect(world.state).toBe(before);
  expect(world.mails.filter(({ id }) => id === 'incarnation-1:workspace_deleted')).toHaveLength(1);
});

test('reconciliation of a deleted workspace removes it until the cluster has nothing', () => {
  const world = onlineWorld();
  world.passTo(day(18));
  world.send({ kind: 'reconciled' });
  const { generation } = world.state;
  world.send({ kind: 'probed', generation, answer: 'not-ready' });
  expect(world.schedules.get('probe')).toBeGreaterThan(world.now);
  world.send({ kind: 'probed', generation, answer: 'missing' });
  expect(world.schedules.has('probe')).toBe(false);
  expect(world.state.phase.kind).toBe('deleted');
});

test('drops a final backup on its expiry, not before', () => {
  const world = onlineWorld();
  world.passTo(day(18));
  world.send({ kind: 'backup-expiry-due' });
  world.send({ kind: 'backup-dropped', key: KEY });
  expect(world.count('drop-backup')).toBe(0);
  expect(world.state.finalBackups).toHaveLength(1);
  expect(world.schedules.get('backup-expiry')).toBe(day(17 + 90));
  world.passTo(day(17 + 90));
  expect(world.count('drop-backup')).toBe(1);
  expect(world.view).toMatchObject({ notice: 'deleted', finalBackupUntil: null });
  expect(world.schedules.size).toBe(0);
});

test('retries an expired backup hourly while the store is down', () => {
  const world = onlineWorld();
  world.passTo(day(18));
  const [backup] = world.state.finalBackups;
  world.now = day(17 + 90);
  // The test sends no answer from the store.
  const decided = world.effects.length;
  world.send({ kind: 'backup-expiry-due' });
  expect(world.effects.slice(decided, decided + 2)).toEqual([
    { kind: 'arm', schedule: 'backup-expiry', at: world.now + HOUR_MS },
    { kind: 'drop-backup', key: backup?.key },
  ]);
});

test("each incarnation's final backup expires on its own date", () => {
  const world = onlineWorld();
  world.passTo(day(18));
  world.sendFacts({ entitlement: { kind: 'active' } });
  world.passTo(day(20));
  world.sendFacts({ entitlement: { kind: 'cancelled', endsAt: day(40) } });
  world.passTo(day(41));
  expect(world.state.finalBackups).toHaveLength(2);
  expect(world.schedules.get('backup-expiry')).toBe(day(17 + 90));
  world.passTo(day(17 + 90));
  expect(world.state.finalBackups.map(({ takenAt }) => takenAt)).toEqual([day(40)]);
  expect(world.schedules.get('backup-expiry')).toBe(day(40 + 90));
});
