import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { DAY_MS, facts, START } from './facts.ts';
import { InstanceWorld } from './world.ts';

const { Offline, Online, Pending, Stopped } = InstanceStatus;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

function online(): InstanceWorld {
  const world = new InstanceWorld().provision();
  world.runNext('not-ready');
  world.runNext('ready');
  return world;
}

test('provisioned, it is Pending and looked at once', () => {
  const world = new InstanceWorld().provision();
  expect(world.view).toMatchObject({ status: Pending, cause: 'provision', notice: null, revision: 1 });
  expect(world.schedules.get('look')).toBe(START);
  expect(world.schedules.get('trial-end')).toBe(START + 14 * DAY_MS);
});

test('nothing happens to what was never provisioned', () => {
  const world = new InstanceWorld();
  world.send({ kind: 'looked', answer: 'ready' });
  world.send({ kind: 'trial-ended' });
  expect(world.state).toBeNull();
  expect(world.schedules.size).toBe(0);
});

test('the same command twice changes nothing and tells nobody', () => {
  const world = online();
  const before = { ...world.view };
  const told = world.pushed.length;
  world.provision();
  expect(world.view).toEqual(before);
  expect(world.pushed).toHaveLength(told);
});

test('ready, it is Online and looked at every hour', () => {
  const world = online();
  expect(world.view).toMatchObject({
    status: Online,
    cause: null,
    notice: null,
    since: START + 5 * SECOND_MS,
  });
  expect(world.next).toEqual({ name: 'look', at: world.now + HOUR_MS });
});

test('never ready, it is Offline after the 28th attempt, and seen when it starts after all', () => {
  const world = new InstanceWorld().provision();
  let looks = 0;
  while (world.view.status === Pending) {
    world.runNext('not-ready');
    looks += 1;
  }
  // One look on being provisioned, then the attempts of spec §4.
  expect(looks).toBe(1 + 28);
  expect(world.now).toBe(START + 300 * SECOND_MS);
  expect(world.view).toMatchObject({ status: Offline, cause: null, notice: 'polling_timed_out' });

  expect(world.next).toEqual({ name: 'look', at: world.now + 5 * MINUTE_MS });
  world.runNext('not-ready');
  expect(world.view.status).toBe(Offline);
  world.runNext('ready');
  expect(world.view).toMatchObject({ status: Online, notice: null });
});

test('an alarm that comes ten minutes late asks once more before it gives up', () => {
  const world = new InstanceWorld().provision();
  world.runNext('not-ready');
  world.now += 10 * MINUTE_MS;
  world.runNext('ready');
  expect(world.view.status).toBe(Online);
});

test('an outage of any length during set-up is waited for, and takes none of the attempts', () => {
  const world = new InstanceWorld().provision();
  const outageEndsAt = START + 6 * HOUR_MS;
  while (world.now < outageEndsAt) {
    world.runNext('unreachable');
    expect(world.view).toMatchObject({ status: Pending, cause: 'provision', notice: 'cluster_unreachable' });
    expect((world.next?.at ?? Number.POSITIVE_INFINITY) - world.now).toBeLessThanOrEqual(15 * SECOND_MS);
  }
  // Told once, not with every attempt.
  expect(world.pushed).toHaveLength(2);

  let attempts = 0;
  while (world.view.status === Pending) {
    world.runNext('not-ready');
    attempts += 1;
  }
  expect(attempts).toBe(1 + 28);
  expect(world.view.notice).toBe('polling_timed_out');
});

test('what the cluster lost is applied again at the next look', () => {
  const world = new InstanceWorld().provision();
  world.runNext('not-ready');
  expect(world.state?.isApplied).toBe(true);
  world.runNext('missing');
  expect(world.state?.isApplied).toBe(false);
  expect(world.view).toMatchObject({ status: Pending, notice: null });
});

test('a running workspace that is found not ready is Pending again and polled', () => {
  const world = online();
  world.runNext('not-ready');
  expect(world.view).toMatchObject({ status: Pending, cause: 'restart' });
  world.runNext('not-ready');
  world.runNext('ready');
  expect(world.view.status).toBe(Online);
});

test("the cluster's silence says nothing about a running workspace", () => {
  const world = online();
  world.runNext('unreachable');
  expect(world.view).toMatchObject({ status: Online, notice: null });
  expect(world.next).toEqual({ name: 'look', at: world.now + 5 * MINUTE_MS });
});

test('at the end of its trial it is stopped, and the cluster is told so until it obeys', () => {
  const world = online();
  world.now = START + 14 * DAY_MS;
  world.send({ kind: 'trial-ended' });
  expect(world.view).toMatchObject({ status: Stopped, notice: 'trial_ended', trialDaysLeft: 0 });
  expect(world.state?.isApplied).toBe(false);

  world.schedules.delete('trial-end');
  world.runNext('unreachable');
  expect(world.next?.name).toBe('look');
  world.runNext('not-ready');
  expect(world.state?.isApplied).toBe(true);
  expect(world.next).toBeUndefined();
});

test('no late answer brings back what was stopped', () => {
  const world = online();
  world.now = START + 14 * DAY_MS;
  world.send({ kind: 'trial-ended' });
  for (const answer of ['ready', 'not-ready', 'missing', 'unreachable'] as const) {
    world.send({ kind: 'looked', answer });
    expect(world.view.status).toBe(Stopped);
  }
  world.provision();
  expect(world.view.status).toBe(Stopped);
});

test('a trial does not end before its time, and a plan without a trial never', () => {
  const early = online();
  early.schedules.clear();
  early.send({ kind: 'trial-ended' });
  expect(early.view.status).toBe(Online);
  expect(early.schedules.get('trial-end')).toBe(START + 14 * DAY_MS);

  const paying = new InstanceWorld().provision({ trialEndsAt: null });
  expect(paying.schedules.has('trial-end')).toBe(false);
  paying.now += 100 * DAY_MS;
  paying.send({ kind: 'trial-ended' });
  expect(paying.view).toMatchObject({ status: Pending, trialEndsAt: null, trialDaysLeft: null });
});

test('a repeated command cannot make the trial longer', () => {
  const world = online();
  world.provision({ trialEndsAt: START + 400 * DAY_MS });
  expect(world.view.trialEndsAt).toBe(facts().trialEndsAt);
});

test('an idle workspace costs at most 30 looks a day', () => {
  const world = online();
  const end = world.now + DAY_MS;
  let looks = 0;
  for (;;) {
    const next = world.next;
    if (!next || next.at > end) break;
    world.runNext('ready');
    looks += 1;
  }
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThanOrEqual(30);
});
