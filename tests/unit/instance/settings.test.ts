import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { START } from './facts.ts';
import { InstanceWorld, onlineWorld } from './world.ts';

const { Online, Pending } = InstanceStatus;

const stopped = () => onlineWorld({ entitlement: { kind: 'paused', pausedAt: START } });
function at(version: string): InstanceWorld {
  const world = onlineWorld();
  world.configure({ version, confirmName: 'ada' });
  world.runNext();
  return world;
}
function inPhase(kind: 'backing-up' | 'removing' | 'deleted'): InstanceWorld {
  const world = onlineWorld();
  world.isBackupStoreUp = kind !== 'backing-up';
  world.passTo(START + 17 * DAY_MS - 1);
  while (world.state.phase.kind !== kind) world.runNext();
  return world;
}

test('a restart raises the restart count and stays Pending until ready', () => {
  const world = onlineWorld();
  const { restarts, generation } = world.state;
  expect(world.restart()).toBeNull();
  expect(world.state).toMatchObject({ restarts: restarts + 1, generation: generation + 1, isApplied: false });
  expect(world.view).toMatchObject({ status: Pending, cause: 'restart' });
  world.runNext();
  expect(world.view.status).toBe(Online);
});

test('restarts an Offline workspace', () => {
  const world = new InstanceWorld();
  world.cluster = 'not-ready';
  world.sendFacts();
  while (world.state.phase.kind === 'pending') world.runNext();
  expect(world.restart()).toBeNull();
  expect(world.view).toMatchObject({ status: Pending, cause: 'restart' });
});

const inEveryPhaseButRunning = {
  pending: () => {
    const world = new InstanceWorld();
    world.sendFacts();
    return world;
  },
  stopped,
  'backing-up': () => inPhase('backing-up'),
  removing: () => inPhase('removing'),
  deleted: () => inPhase('deleted'),
};

test.each([
  ['pending', 'workspace_pending'],
  ['stopped', 'workspace_stopped'],
  ['backing-up', 'workspace_stopped'],
  ['removing', 'workspace_stopped'],
  ['deleted', 'workspace_not_found'],
] as const)('no restart while %s', (kind, code) => {
  const world = inEveryPhaseButRunning[kind]();
  expect(world.state.phase.kind).toBe(kind);
  const before = world.state;
  expect(world.restart()).toBe(code);
  expect(world.state).toBe(before);
});

test('applies new settings to the cluster and keeps omitted ones', () => {
  const world = onlineWorld();
  const { generation } = world.state;
  expect(world.configure({ timezone: 'Europe/Berlin' })).toBeNull();
  expect(world.view).toMatchObject({ status: Pending, cause: 'configure', timezone: 'Europe/Berlin' });
  expect(world.state.generation).toBe(generation + 1);
  const saveExecutions = { manual: false, failed: true, successful: false };
  // A Pending workspace can be configured again; the later generation counts.
  expect(world.configure({ saveExecutions, version: '1.1.0' })).toBeNull();
  expect(world.state.configuration).toEqual({ version: '1.1.0', timezone: 'Europe/Berlin', saveExecutions });
  world.runNext();
  expect(world.view).toMatchObject({ status: Online, version: { name: '1.1.0' } });
});

test('changes only the switches that a person switched', () => {
  const world = onlineWorld();
  const all = { manual: true, failed: true, successful: true };
  expect(world.state.configuration.saveExecutions).toEqual(all);
  expect(world.configure({ saveExecutions: { ...all, failed: false } })).toBeNull();
  // The form was rendered before.
  expect(
    world.configure({ saveExecutions: { ...all, manual: false }, switched: { manual: false } }),
  ).toBeNull();
  expect(world.state.configuration.saveExecutions).toEqual({
    manual: false,
    failed: false,
    successful: true,
  });
});

test('a timezone is saved by its current name', () => {
  const world = onlineWorld();
  expect(world.configure({ timezone: 'Asia/Calcutta' })).toBeNull();
  expect(world.state.configuration.timezone).toBe('Asia/Kolkata');
});

test.each([
  ['nothing', {}],
  ['the current setting', { version: '1.0.0', timezone: 'Etc/UTC' }],
  [
    'the current switches',
    { saveExecutions: { manual: true, failed: true, successful: true }, confirmName: 'ada' },
  ],
])('saving %s changes nothing', (_what, change) => {
  const world = onlineWorld();
  const before = world.state;
  const effects = world.effects.length;
  expect(world.configure(change)).toBeNull();
  expect(world.state).toBe(before);
  expect(world.effects).toHaveLength(effects);
});

test.each([
  ['a version that there is not', onlineWorld, { version: '9.9.9' }, 'version_unknown'],
  ['an empty version', onlineWorld, { version: '' }, 'version_unknown'],
  ['a timezone that there is not', onlineWorld, { timezone: 'Mars/Base' }, 'timezone_unknown'],
  ['a timezone that would be a path', onlineWorld, { timezone: '../../etc/passwd' }, 'timezone_unknown'],
  ['a way back over a breaking change', () => at('2.1.0'), { version: '1.1.0' }, 'downgrade_refused'],
  ['a way back within a line of versions', () => at('2.1.0'), { version: '2.0.0' }, 'downgrade_refused'],
  ['a confirmed way back', () => at('2.0.0'), { version: '1.1.0', confirmName: 'ada' }, 'downgrade_refused'],
  ['a breaking change', onlineWorld, { version: '2.1.0' }, 'breaking_change_unconfirmed'],
  [
    'a breaking change with another name',
    onlineWorld,
    { version: '2.0.0', confirmName: 'Ada' },
    'breaking_change_unconfirmed',
  ],
  [
    'one good setting beside a bad one',
    onlineWorld,
    { timezone: 'Europe/Berlin', version: '9.9.9' },
    'version_unknown',
  ],
  ['anything while stopped', stopped, { timezone: 'Europe/Berlin' }, 'workspace_stopped'],
  ['anything while backed up', () => inPhase('backing-up'), {}, 'workspace_stopped'],
  ['anything while removed', () => inPhase('removing'), {}, 'workspace_stopped'],
  ['anything once deleted', () => inPhase('deleted'), {}, 'workspace_not_found'],
] as const)('%s is refused and changes nothing', (_what, make, change, code) => {
  const world = make();
  const before = world.state;
  const effects = world.effects.length;
  expect(world.configure(change)).toBe(code);
  expect(world.state).toBe(before);
  expect(world.effects).toHaveLength(effects);
});

test('refuses another account as if the workspace did not exist', () => {
  const world = onlineWorld();
  const before = world.state;
  expect(world.configure({ timezone: 'Europe/Berlin' }, 'acc_eve')).toBe('workspace_not_found');
  expect(world.restart('acc_eve')).toBe('workspace_not_found');
  expect(world.state).toBe(before);
});
