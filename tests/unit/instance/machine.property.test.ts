import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InstanceEvent } from '#app/domain/instance/machine/events.ts';
import { nextMilestoneAt } from '#app/domain/instance/timetable.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { release, releases, START } from './facts.ts';
import { InstanceWorld } from './world.ts';

const RUNS = 3_000;
const { Offline, Online, Pending, Stopped } = InstanceStatus;

/** The statuses that each notice can accompany. */
const statusesByNotice = {
  none: [Pending, Online],
  cluster_unreachable: [Pending],
  polling_timed_out: [Offline],
  trial_ended: [Stopped],
  paused: [Stopped],
  cancelled: [Stopped],
  deleting: [Stopped],
  deleted: [Stopped],
};

type Step = (world: InstanceWorld) => void;
const send = (make: (world: InstanceWorld) => InstanceEvent): Step => {
  return (world) => void world.send(make(world));
};
const KEY = 'final/wks_1/1.zip';

/** Any event at any time, including invalid ones: a late answer, an alarm without a cause, an outdated generation. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>((world) => {
    if (world.next) world.runNext();
  }),
  fc.integer({ min: -2 * DAY_MS, max: 40 * DAY_MS }).map<Step>((ms) => (world) => {
    world.now += ms;
  }),
  fc.constantFrom('ready', 'not-ready', 'missing', 'unreachable' as const).map<Step>((answer) => (world) => {
    world.cluster = answer;
  }),
  fc
    .record({
      answer: fc.constantFrom('ready', 'not-ready', 'missing', 'unreachable' as const),
      behind: fc.nat(2),
      isJustApplied: fc.boolean(),
    })
    .map(({ answer, behind, isJustApplied }) =>
      send(({ state }) => ({ kind: 'probed', generation: state.generation - behind, answer, isJustApplied })),
    ),
  fc
    .nat(2)
    .map((behind) => send(({ state }) => ({ kind: 'applied', generation: state.generation - behind }))),
  fc.constantFrom('active', 'trial', 'paused', 'cancelled' as const).map<Step>((kind) => (world) => {
    const { now } = world;
    const ofKind = {
      active: { kind: 'active' as const },
      trial: { kind: 'trial' as const, endsAt: now + 14 * DAY_MS },
      paused: { kind: 'paused' as const, pausedAt: now },
      cancelled: { kind: 'cancelled' as const, endsAt: now + 10 * DAY_MS },
    };
    world.sendFacts({ entitlement: ofKind[kind] });
  }),
  fc.constantFrom(1_000, 5_000).map<Step>((monthlyExecutions) => (world) => {
    world.sendFacts({ limits: { ...world.state.facts.limits, monthlyExecutions } });
  }),
  fc.constantFrom<Step>(
    (world) => world.restart(),
    (world) => world.configure({ version: '1.1.0' }),
    (world) => world.configure({ version: '2.1.0', confirmName: 'ada' }),
    (world) => world.configure({ timezone: 'Europe/Berlin' }),
    (world) => world.configure({ timezone: 'Nowhere' }),
    (world) =>
      void world.send({ kind: 'update-requested', target: '1.1.0', activeWorkflows: 1, isForced: false }),
    (world) => void world.send({ kind: 'going-back-requested', accountId: 'acc_ada' }),
    (world) => {
      world.activeWorkflows = 1 - world.activeWorkflows;
    },
    (world) => {
      world.isBackupStoreUp = !world.isBackupStoreUp;
    },
  ),
  fc.constantFrom(
    send(() => ({ kind: 'timetable-due' })),
    send(() => ({ kind: 'day-passed' })),
    send(() => ({ kind: 'update-due' })),
    send(() => ({ kind: 'backup-expiry-due' })),
    send(() => ({ kind: 'saved-expiry-due' })),
    send(() => ({ kind: 'pruned' })),
    send(() => ({ kind: 'person-changed', email: 'grace@example.com', role: null })),
    send(() => ({ kind: 'person-changed', email: 'eve@example.com' })),
    send(({ state }) => ({ kind: 'active-counted', generation: state.generation, activeWorkflows: 1 })),
    send(() => ({ kind: 'reconciled' })),
    send(() => ({ kind: 'removed' })),
    send(() => ({ kind: 'backup-missing' })),
    send(() => ({ kind: 'backup-dropped', key: KEY })),
    send(({ now, state }) => ({
      kind: 'backed-up',
      generation: state.generation - 1,
      backup: { key: KEY, bytes: 2, workflows: 1, takenAt: now },
    })),
    send(({ now }) => ({ kind: 'clock-moved', departedAt: now - DAY_MS })),
    send(() => ({
      kind: 'releases-read',
      releases: [...releases, release('1.0.0', { createdAt: START - 200 * DAY_MS })],
    })),
  ),
  fc.nat(2_000).map((executions) =>
    send(({ now }) => ({
      kind: 'usage-read',
      usage: { timeframe: new Date(now).toISOString().slice(0, 7), executions, activeWorkflows: 1 },
    })),
  ),
);

function expectSound(world: InstanceWorld): void {
  const { state, view, schedules } = world;
  const { kind } = state.phase;
  if (kind !== 'deleted' && (kind !== 'stopped' || !state.isApplied)) {
    expect(schedules.has('probe')).toBe(true);
  }
  if (nextMilestoneAt(state) !== null) expect(schedules.has('timetable')).toBe(true);
  if (kind !== 'deleted') expect(schedules.has('day')).toBe(true);
  if (state.saved) expect(schedules.has('saved-expiry')).toBe(true);
  if (kind === 'deleted') expect(state.due).toEqual([]);
  if (!state.saved) expect(state.changedSinceSave).toEqual([]);
  if (state.finalBackups.length > 0) expect(schedules.has('backup-expiry')).toBe(true);
  expect(statusesByNotice[view.notice ?? 'none']).toContain(view.status);
  expect(view.cause === null).toBe(view.status !== Pending);
  // Reading returns what was stored.
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
}

test('the statuses have the numbers of spec §4', () => {
  expect(InstanceStatus).toEqual({ Offline: 0, Online: 1, Pending: 2, Stopped: 3 });
});

test('any sequence of events keeps valid schedules and views', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world = new InstanceWorld();
      world.sendFacts();
      for (const take of steps) {
        const before = world.state;
        const pushes = world.count('push');
        take(world);
        expectSound(world);
        expect(world.state.revision).toBeGreaterThanOrEqual(before.revision);
        expect(world.count('push') > pushes).toBe(world.state.revision > before.revision);
      }
      const ids = world.mails.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: RUNS },
  );
});
