import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { facts, START } from './facts.ts';
import { onlineWorld } from './world.ts';

const { Online, Pending } = InstanceStatus;
const { limits } = facts();

test('the same facts twice change nothing and push nothing', () => {
  const world = onlineWorld();
  const before = world.state;
  const effects = world.effects.length;
  world.sendFacts({ factsRevision: before.facts.factsRevision });
  expect(world.state).toBe(before);
  expect(world.effects).toHaveLength(effects);
});

test('ignores older facts that arrive late', () => {
  const world = onlineWorld();
  world.sendFacts({ entitlement: { kind: 'active' }, factsRevision: 5 });
  const before = world.state;
  world.sendFacts({ entitlement: { kind: 'paused', pausedAt: START }, factsRevision: 4 });
  expect(world.state).toBe(before);
});

test.each([{ accountId: 'acc_eve' }, { workspaceId: 'wks_2' }, { name: 'eve' }])(
  'refuses mixed-up ids and changes nothing: %o',
  (mixedUp) => {
    const world = onlineWorld();
    const before = world.state;
    expect(world.sendFacts({ ...mixedUp, entitlement: { kind: 'active' } })).toBe('workspace_not_found');
    expect(world.state).toBe(before);
  },
);

test('a workspace never moves to another cluster', () => {
  const world = onlineWorld();
  world.sendFacts({ clusterId: 'us-1' });
  expect(world.state.facts.clusterId).toBe('eu-1');
});

test('limits outside the process change the view and restart nothing', () => {
  const world = onlineWorld();
  const { generation, revision } = world.state;
  world.sendFacts({ limits: { ...limits, monthlyExecutions: 10_000, activeWorkflows: 50 } });
  expect(world.view).toMatchObject({ status: Online, limits: { executions: 10_000, activeWorkflows: 50 } });
  expect(world.state).toMatchObject({ generation, revision: revision + 1 });
});

test('applies limits of the process to the cluster', () => {
  const world = onlineWorld();
  const { generation } = world.state;
  world.sendFacts({ limits: { ...limits, memoryMib: 1_024 } });
  expect(world.view).toMatchObject({ status: Pending, cause: 'plan' });
  expect(world.state).toMatchObject({ generation: generation + 1, isApplied: false });
  expect(world.schedules.get('probe')).toBe(world.now);
});

test('new limits restart a polling and keep its cause', () => {
  const world = onlineWorld();
  world.restart();
  world.now += 60_000;
  world.sendFacts({ limits: { ...limits, memoryMib: 1_024 } });
  expect(world.state.phase).toMatchObject({ kind: 'pending', cause: 'restart', startedAt: world.now });
});

test("only a changed account timezone replaces the workspace's own", () => {
  const world = onlineWorld();
  world.configure({ timezone: 'Asia/Tokyo' });
  world.sendFacts({ ownerEmail: 'new@example.com' });
  expect(world.view).toMatchObject({ timezone: 'Asia/Tokyo', ownerEmail: 'new@example.com' });
  world.sendFacts({ timezone: 'Europe/Berlin' });
  expect(world.view.timezone).toBe('Europe/Berlin');
});

test('an extended trial ends later and repeats its mails', () => {
  const world = onlineWorld();
  world.passTo(START + 12 * DAY_MS);
  world.sendFacts({ entitlement: { kind: 'trial', endsAt: START + 20 * DAY_MS } });
  world.passTo(START + 19 * DAY_MS);
  expect(world.view).toMatchObject({ status: Online, trialDaysLeft: 1 });
  expect(world.mails.map(({ id }) => id)).toEqual(['1:trial_reminder', '2:trial_reminder']);
});
