import fc from 'fast-check';
import type { InstanceEvent } from '#app/domain/instance/machine/events.ts';
import type { Subscription } from '#app/domain/instance/subscription.ts';
import { type Trouble, troubles } from './cluster.ts';
import type { Fate } from './fate.ts';
import type { World } from './world.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What is known without the object: whether there is one yet, and how many commands ran. */
export interface Model {
  isCreated: boolean;
  executed: number;
}

type Command = fc.AsyncCommand<Model, World>;

/** @returns a command that does `run`; but for the first telling, all of them need a workspace. */
function command(words: string, run: (world: World) => Promise<void> | void, isFirst = false): Command {
  return {
    check: (model) => isFirst || model.isCreated,
    async run(model, world) {
      model.executed += 1;
      await run(world);
      model.isCreated = world.state !== null;
      world.rest();
    },
    toString: () => words,
  };
}

const trial = (world: World): Subscription => ({ kind: 'trial', endsAt: world.now + 14 * DAY_MS });
const subscriptions: Record<string, (world: World, days: number) => Subscription> = {
  pay: () => ({ kind: 'active' }),
  pause: (world) => ({ kind: 'paused', pausedAt: world.now }),
  cancel: (world, days) => ({ kind: 'cancelled', endsAt: world.now + days * DAY_MS }),
};

const accountId = 'acc_ada';
const saveExecutions = { manual: true, failed: false, successful: true };
const changes: Array<Extract<InstanceEvent, { kind: 'configured' }>['change']> = [
  { timezone: 'Europe/Berlin' },
  { timezone: 'Etc/UTC' },
  { version: '1.1.0' },
  { version: '2.0.0', confirmName: 'ada' },
  { version: '2.1.0', confirmName: 'ada' },
  { saveExecutions },
  {},
];

/** What must be refused at any time: a wrong account, and what there is not. */
function hostile(world: World): InstanceEvent[] {
  const { releases } = world;
  return [
    { kind: 'restarted', accountId: 'acc_eve' },
    { kind: 'configured', accountId: 'acc_eve', change: {}, releases },
    { kind: 'configured', accountId, change: { version: '9.9.9' }, releases },
    { kind: 'configured', accountId, change: { timezone: 'Mars/Base' }, releases },
    // Neither up without the name, nor down from there, nor at all while stopped.
    { kind: 'configured', accountId, change: { version: '2.2.0' }, releases: onlyBreaking(world) },
  ];
}

function onlyBreaking(world: World) {
  return world.releases.filter(({ name }) => name === '2.0.0');
}

/** The object waits for the outside at every one of these: it dies there, or something else comes in. */
const fate: fc.Arbitrary<(world: World) => Fate> = fc.oneof(
  fc
    .record({ kind: fc.constantFrom('crash-before' as const, 'crash-after' as const), atCall: fc.nat(4) })
    .map((planned) => () => planned),
  fc.record({ atCall: fc.nat(3), what: fc.nat(3) }).map(
    ({ atCall, what }) =>
      (world: World): Fate => ({
        kind: 'meanwhile',
        atCall,
        act: () => world.callMeanwhile(meanwhile(world, what)),
      }),
  ),
);

function meanwhile(world: World, what: number): InstanceEvent {
  const { state } = world;
  if (what === 0 || !state) return { kind: 'restarted', accountId };
  if (what === 1) return { kind: 'timetable-due' };
  if (what === 2) {
    const other = { ...saveExecutions, failed: !state.configuration.saveExecutions.failed };
    return { kind: 'configured', accountId, change: { saveExecutions: other }, releases: [] };
  }
  return { kind: 'looked', wish: state.wish - 1, answer: 'ready' };
}

const alarm = command('Alarm', (world) =>
  (world.store.alarmAt ?? Number.POSITIVE_INFINITY) <= world.now ? world.fireAlarm() : undefined,
);
const nextAlarm = command('NextAlarm', (world) => {
  if (world.store.alarmAt === null) return undefined;
  world.now = Math.max(world.now, world.store.alarmAt);
  return world.fireAlarm();
});

/** Everything that can happen to a workspace; the usual more often than the rare. */
export const commands: Array<fc.Arbitrary<Command>> = [
  fc.constant(command('Create', (world) => (world.state ? undefined : world.tell(trial(world))), true)),
  fc.constant(nextAlarm),
  fc.constant(nextAlarm),
  fc.constant(nextAlarm),
  fc.constant(alarm),
  fc.constant(command('DuplicateAlarm', (world) => world.fireAlarm())),
  fc
    .constantFrom(5 * SECOND_MS, 5 * MINUTE_MS, HOUR_MS, DAY_MS, 3 * DAY_MS, 15 * DAY_MS, 95 * DAY_MS)
    .map((ms) =>
      command(`Wait(${ms})`, (world) => {
        world.now += ms;
      }),
    ),
  fc.constantFrom(MINUTE_MS, 2 * DAY_MS).map((ms) =>
    command(`ClockBack(${ms})`, (world) => {
      world.now -= ms;
    }),
  ),
  fc
    .record({
      kind: fc.constantFrom('pay', 'pay', 'pause', 'cancel'),
      days: fc.nat(20),
      limit: fc.constantFrom(1_000, 2_500),
    })
    .map(({ kind, days, limit }) =>
      command(`${kind}(${days} d, ${limit})`, (world) =>
        world.tell(subscriptions[kind]?.(world, days) ?? { kind: 'active' }, { limit }),
      ),
    ),
  fc.constant(command('TellAgain', (world) => world.tell(world.subscription))),
  fc.constant(command('TellLate', (world) => world.tell({ kind: 'active' }, { isOld: true }))),
  fc
    .constantFrom(...changes)
    .map((change) =>
      command(`Configure(${JSON.stringify(change)})`, (world) =>
        world.call({ kind: 'configured', accountId, change, releases: world.releases }),
      ),
    ),
  fc.constant(command('Restart', (world) => world.call({ kind: 'restarted', accountId }))),
  fc.constant(
    command('Hostile', (world) => {
      for (const event of hostile(world)) {
        const isSame = event.kind === 'configured' && world.state?.configuration.version.startsWith('2');
        if (!isSame || event.accountId !== accountId) world.mustRefuse(event);
      }
    }),
  ),
  fc.constant(command('Look', (world) => world.look())),
  fc.constant(command('Evict', (world) => world.restartObject())),
  fate.map((planned) => command('Fate', (world) => world.fates.plan(planned(world)))),
  fc
    .record({
      trouble: fc.constantFrom<Trouble>(...troubles),
      bootMs: fc.constantFrom(0, 8_000, 30 * MINUTE_MS),
    })
    .map(({ trouble, bootMs }) =>
      command(`Cluster(${trouble}, boots in ${bootMs})`, (world) => {
        world.cluster.trouble = trouble;
        world.cluster.bootMs = bootMs;
      }),
    ),
  fc.constant(command('LandLate', (world) => world.cluster.landLate())),
  fc.constant(command('ProcessDies', (world) => world.cluster.killProcess())),
  fc.constant(command('WorkloadGone', (world) => world.cluster.loseWorkload())),
  fc.constant(
    command('DatabaseDown', (world) => {
      world.isDatabaseDown = !world.isDatabaseDown;
    }),
  ),
  fc.constant(
    command('BackupsDown', (world) => {
      world.isBackupStoreDown = !world.isBackupStoreDown;
    }),
  ),
  fc.constant(command('BackupVanishes', (world) => world.backups.clear())),
  fc.nat(3_000).map((count) =>
    command(`Executions(${count})`, (world) => {
      world.executions = count;
    }),
  ),
  fc.constant(command('Reconcile', (world) => world.call({ kind: 'reconciled' }))),
  fc.constant(command('Settle', (world) => world.settle())),
  fc.constant(command('Settle', (world) => world.settle())),
];
