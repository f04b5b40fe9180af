import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { facts, START } from './facts.ts';
import { onlineWorld } from './world.ts';

const { Online, Pending } = InstanceStatus;
const { limits } = facts();

test('the same telling twice changes nothing and tells nobody', () => {
  const world = onlineWorld();
  const before = world.state;
  const effects = world.effects.length;
  world.tell({ factsRevision: before.facts.factsRevision });
  expect(world.state).toBe(before);
  expect(world.effects).toHaveLength(effects);
});

test('an older telling that arrives late is ignored', () => {
  const world = onlineWorld();
  world.tell({ entitlement: { kind: 'active' }, factsRevision: 5 });
  const before = world.state;
  world.tell({ entitlement: { kind: 'paused', pausedAt: START }, factsRevision: 4 });
  expect(world.state).toBe(before);
});

test.each([{ accountId: 'acc_eve' }, { workspaceId: 'wks_2' }, { name: 'eve' }])(
  'an id that was mixed up is refused and changes nothing: %o',
  (mixedUp) => {
    const world = onlineWorld();
    const before = world.state;
    expect(world.tell({ ...mixedUp, entitlement: { kind: 'active' } })).toBe('workspace_not_found');
    expect(world.state).toBe(before);
  },
);

test('a workspace never moves to another cluster', () => {
  const world = onlineWorld();
  world.tell({ clusterId: 'us-1' });
  expect(world.state.facts.clusterId).toBe('eu-1');
});

test('limits that the process need not know change the view, and restart nothing', () => {
  const world = onlineWorld();
  const { generation, revision } = world.state;
  world.tell({ limits: { ...limits, monthlyExecutions: 10_000, activeWorkflows: 50 } });
  expect(world.view).toMatchObject({ status: Online, limits: { executions: 10_000, activeWorkflows: 50 } });
  expect(world.state).toMatchObject({ generation, revision: revision + 1 });
});

test('limits of the process are told to the cluster', () => {
  const world = onlineWorld();
  const { generation } = world.state;
  world.tell({ limits: { ...limits, memoryMib: 1_024 } });
  expect(world.view).toMatchObject({ status: Pending, cause: 'configure' });
  expect(world.state).toMatchObject({ generation: generation + 1, isApplied: false });
  expect(world.schedules.get('probe')).toBe(world.now);
});

test('limits told in the middle of a polling begin it anew, for the cause it had', () => {
  const world = onlineWorld();
  world.restart();
  world.now += 60_000;
  world.tell({ limits: { ...limits, memoryMib: 1_024 } });
  expect(world.state.phase).toMatchObject({ kind: 'pending', cause: 'restart', startedAt: world.now });
});

test("the account's timezone counts when it changes, and does not undo the workspace's own", () => {
  const world = onlineWorld();
  world.configure({ timezone: 'Asia/Tokyo' });
  world.tell({ ownerEmail: 'new@example.com' });
  expect(world.view).toMatchObject({ timezone: 'Asia/Tokyo', ownerEmail: 'new@example.com' });
  world.tell({ timezone: 'Europe/Berlin' });
  expect(world.view.timezone).toBe('Europe/Berlin');
});

test('a trial that is made longer ends later, and its mails are told for the new end', () => {
  const world = onlineWorld();
  world.passTo(START + 12 * DAY_MS);
  world.tell({ entitlement: { kind: 'trial', endsAt: START + 20 * DAY_MS } });
  world.passTo(START + 19 * DAY_MS);
  expect(world.view).toMatchObject({ status: Online, trialDaysLeft: 1 });
  expect(world.mails.map(({ id }) => id)).toEqual(['1:trial_reminder', '2:trial_reminder']);
});
