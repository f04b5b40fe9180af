import { expect, test } from 'vitest';
import { jitter } from '#app/domain/instance/polling.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import { facts, START } from './facts.ts';
import { InstanceWorld, onlineWorld } from './world.ts';

const { Offline, Online, Pending, Stopped } = InstanceStatus;
const FIVE_MINUTES_MS = jitter(5 * MINUTE_MS, 'wks_1');

function newWorld(cluster: InstanceWorld['cluster']): InstanceWorld {
  const world = new InstanceWorld();
  world.cluster = cluster;
  world.sendFacts();
  return world;
}

test('first facts make the instance Pending and start a probe immediately', () => {
  const world = newWorld('not-ready');
  expect(world.view).toMatchObject({ status: Pending, cause: 'provision', notice: null, revision: 1 });
  expect(world.schedules.get('probe')).toBe(START);
  expect(world.schedules.get('day')).toBe(START + jitter(DAY_MS, 'wks_1'));
  expect(world.diary).toEqual([{ at: START, what: 'pending' }]);
});

test('first facts with an ended trial start nothing', () => {
  const world = new InstanceWorld();
  world.sendFacts({ entitlement: { kind: 'trial', endsAt: START } });
  expect(world.view).toMatchObject({ status: Stopped, notice: 'trial_ended' });
  world.passTo(START + HOUR_MS);
  expect(world.diary.map(({ what }) => what)).not.toContain('pending');
});

test.each([
  { kind: 'probed', generation: 1, answer: 'ready' },
  { kind: 'timetable-due' },
  { kind: 'restart-requested', accountId: 'acc_ada' },
  { kind: 'reconciled' },
  { kind: 'removed' },
] as const)('ignores $kind before the first facts', (event) => {
  const world = new InstanceWorld();
  expect(world.send(event)).toBeNull();
  expect(world.stored).toBeNull();
  expect(world.effects).toEqual([]);
});

test('a ready instance is Online, with hourly probes and usage readings', () => {
  const world = newWorld('not-ready');
  world.runNext();
  world.cluster = 'ready';
  world.runNext();
  expect(world.view).toMatchObject({ status: Online, cause: null, notice: null, since: START + 5_000 });
  expect(world.schedules.get('probe')).toBe(world.now + jitter(HOUR_MS, 'wks_1'));
  expect(world.count('read-usage')).toBe(1);
  const before = world.state;
  world.runNext();
  expect(world.state).toBe(before);
  expect(world.count('read-usage')).toBe(2);
});

test('an instance is Offline after 28 attempts, and a late start is noticed', () => {
  const world = newWorld('not-ready');
  let probes = 0;
  while (world.view.status === Pending) {
    world.runNext();
    probes += 1;
  }
  // One probe with the first facts, then the attempts of spec §4.
  expect(probes).toBe(1 + 28);
  expect(world.now).toBe(START + 300 * SECOND_MS);
  expect(world.view).toMatchObject({ status: Offline, cause: null, notice: 'polling_timed_out' });

  expect(world.next).toEqual({ name: 'probe', at: world.now + FIVE_MINUTES_MS });
  world.runNext();
  expect(world.view.status).toBe(Offline);
  world.cluster = 'ready';
  world.runNext();
  expect(world.view).toMatchObject({ status: Online, notice: null });
});

test('an alarm ten minutes late probes once more before it gives up', () => {
  const world = newWorld('not-ready');
  world.runNext();
  world.now += 10 * MINUTE_MS;
  world.cluster = 'ready';
  world.runNext();
  expect(world.view.status).toBe(Online);
});

test('an outage during setup uses no attempts, for any duration', () => {
  const world = newWorld('unreachable');
  const outageEndsAt = START + 6 * HOUR_MS;
  while (world.now < outageEndsAt) {
    world.runNext();
    expect(world.view).toMatchObject({ status: Pending, cause: 'provision', notice: 'cluster_unreachable' });
    expect(world.schedules.get('probe')).toBeLessThanOrEqual(world.now + 15 * SECOND_MS);
  }
  // Reported once, not with every attempt.
  expect(world.count('push')).toBe(2);

  world.cluster = 'not-ready';
  let attempts = 0;
  while (world.view.status === Pending) {
    world.runNext();
    attempts += 1;
  }
  expect(attempts).toBe(1 + 28);
  expect(world.view.notice).toBe('polling_timed_out');
});

test.each([
  ['asks for a minute', MINUTE_MS, MINUTE_MS],
  ['asks for less than the poll takes anyway', SECOND_MS, 5 * SECOND_MS],
  ['asks for a day', DAY_MS, 5 * MINUTE_MS],
])('respects a cluster that %s, up to a limit', (_what, retryAfterMs, expectedMs) => {
  const world = newWorld('unreachable');
  world.send({ kind: 'probed', generation: 1, answer: 'unreachable', retryAfterMs });
  expect(world.schedules.get('probe')).toBe(START + expectedMs);
});

test('applies a lost generation again immediately, but not in a loop', () => {
  const world = newWorld('not-ready');
  world.runNext();
  expect(world.state.isApplied).toBe(true);
  world.cluster = 'missing';
  world.runNext();
  expect(world.state.isApplied).toBe(false);
  expect(world.schedules.get('probe')).toBe(world.now);
  world.runNext();
  expect(world.schedules.get('probe')).toBeGreaterThan(world.now);
  expect(world.view).toMatchObject({ status: Pending, notice: null });
});

test.each(['not-ready', 'missing'] as const)('a running workspace that is %s recovers', (answer) => {
  const world = onlineWorld();
  world.cluster = answer;
  world.runNext();
  expect(world.view).toMatchObject({ status: Pending, cause: 'recover' });
  expect(world.schedules.get('probe')).toBe(world.now);
  world.cluster = 'ready';
  world.runNext();
  expect(world.view.status).toBe(Online);
});

test('an unreachable cluster changes nothing about a running workspace', () => {
  const world = onlineWorld();
  world.cluster = 'unreachable';
  world.runNext();
  expect(world.view).toMatchObject({ status: Online, notice: null });
  expect(world.next).toEqual({ name: 'probe', at: world.now + FIVE_MINUTES_MS });
});

test('ignores an answer about an earlier generation', () => {
  const world = onlineWorld();
  world.restart();
  const before = world.state;
  for (const answer of ['ready', 'missing', 'not-ready', 'unreachable'] as const) {
    world.send({ kind: 'probed', generation: before.generation - 1, answer });
    world.send({ kind: 'applied', generation: before.generation - 1 });
  }
  expect(world.state).toBe(before);
});

test('a clock that goes back a day delays attempts by one interval at most', () => {
  const world = newWorld('not-ready');
  world.runNext();
  world.now -= DAY_MS;
  world.probe('not-ready');
  expect(world.schedules.get('probe')).toBe(world.now + 5 * SECOND_MS);
  expect(world.view.status).toBe(Pending);
  world.probe('ready');
  expect(world.view).toMatchObject({ status: Online, trialDaysLeft: 15 });
});

test('reconciliation applies the generation again and changes nothing else', () => {
  const world = onlineWorld();
  const before = world.view;
  world.send({ kind: 'reconciled' });
  expect(world.state.isApplied).toBe(false);
  expect(world.schedules.get('probe')).toBe(world.now);
  expect(world.count('heartbeat')).toBe(1);
  world.runNext();
  expect(world.view).toEqual(before);
  expect(world.state.isApplied).toBe(true);
});

test('a polling from during a clock move counts its attempts from the end of the move', () => {
  const world = newWorld('not-ready');
  world.now += HOUR_MS;
  world.send({ kind: 'clock-moved', departedAt: START });
  expect(world.state.phase).toMatchObject({ kind: 'pending', startedAt: START + HOUR_MS });
  expect(world.schedules.get('probe')).toBe(world.now);

  const long = newWorld('not-ready');
  long.now += HOUR_MS;
  const before = long.state;
  long.send({ kind: 'clock-moved', departedAt: START + 1 });
  expect(long.state).toBe(before);
});

test('an idle workspace costs at most 30 probes a day', () => {
  for (const workspaceId of ['wks_1', 'wks_2', 'wks_3', 'wks_4']) {
    const world = onlineWorld({ ...facts({ entitlement: { kind: 'active' } }), workspaceId });
    world.passTo(START + DAY_MS);
    expect(world.count('read-usage')).toBeGreaterThan(20);
    expect(world.count('read-usage') + world.count('read-releases')).toBeLessThanOrEqual(30);
  }
});
