import fc from 'fast-check';
import type { Entitlement } from '#app/domain/instance/entitlement.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';
import { arbitraryFault } from './arbitrary-fault.ts';
import { isBackup } from './backups.ts';
import { CRASHING, DEACTIVATING } from './cluster.ts';
import { copyFates } from './copy.ts';
import { changes, configure, goBack, hostile, leave, restart, update } from './requests.ts';
import { settle } from './settle.ts';
import { type Trouble, troubles } from './troubles.ts';
import type { World } from './world.ts';

/** The model beside the object: whether it exists, and the number of commands. */
export interface Model {
  isCreated: boolean;
  executed: number;
}

type Command = fc.AsyncCommand<Model, World>;

/** @returns a command that does `run`; only the first facts need no workspace. */
function command(words: string, run: (world: World) => unknown, isFirst = false): Command {
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

/** @returns a command without random arguments. */
function plain(words: string, run: (world: World) => unknown): fc.Arbitrary<Command> {
  return fc.constant(command(words, run));
}

const subscriptions: Record<string, (world: World, days: number) => Entitlement> = {
  try: (world, days) => ({ kind: 'trial', endsAt: world.now + days * DAY_MS }),
  pay: () => ({ kind: 'active' }),
  pause: (world) => ({ kind: 'paused', pausedAt: world.now }),
  cancel: (world, days) => ({ kind: 'cancelled', endsAt: world.now + days * DAY_MS }),
};

const nextAlarm = plain('NextAlarm', async (world) => {
  if (world.store.alarmAt === null) return;
  world.now = Math.max(world.now, world.store.alarmAt);
  await world.fireAlarm();
});

/** Runs alarms on time for as long as a step of an update may take. */
async function runAlarms(world: World): Promise<void> {
  const end = world.now + MINUTE_MS;
  for (let at = world.store.alarmAt; at !== null && at <= end; at = world.store.alarmAt) {
    world.now = Math.max(world.now, at) + 1;
    await world.fireAlarm();
  }
}

/** Everything that can happen to a workspace, weighted by frequency. */
export const commands: Array<fc.Arbitrary<Command>> = [
  fc.constant(command('Create', (world) => world.state ?? world.sendFacts(world.entitlement), true)),
  nextAlarm,
  nextAlarm,
  nextAlarm,
  plain('Alarm', (world) =>
    (world.store.alarmAt ?? Number.POSITIVE_INFINITY) <= world.now ? world.fireAlarm() : undefined,
  ),
  // A platform outage: no alarm runs for days, so several dates come due together.
  fc.constantFrom(2 * MINUTE_MS, 3 * DAY_MS, 95 * DAY_MS).map((ms) =>
    command(`LateAlarm(${ms})`, (world) => {
      world.now += ms;
      return world.fireAlarm();
    }),
  ),
  plain('AlarmsOnTime', runAlarms),
  plain('DuplicateAlarm', (world) => world.fireAlarm()),
  fc
    .constantFrom(5 * SECOND_MS, 5 * MINUTE_MS, HOUR_MS, DAY_MS, 3 * DAY_MS, 15 * DAY_MS, 95 * DAY_MS)
    .map((ms) =>
      command(`Wait(${ms})`, (world) => {
        world.now += ms;
      }),
    ),
  fc.constantFrom(MINUTE_MS, 2 * DAY_MS, 20 * DAY_MS).map((ms) =>
    command(`ClockBack(${ms})`, (world) => {
      world.now -= ms;
    }),
  ),
  fc
    .record({
      kind: fc.constantFrom('pay', 'pay', 'pause', 'cancel', 'try'),
      days: fc.nat(20),
      limit: fc.constantFrom(1_000, 2_500),
      paidMax: fc.constantFrom(0, 500, 1_000),
    })
    .map(({ kind, days, limit, paidMax }) =>
      command(`${kind}(${days} d, ${limit} + ${paidMax})`, (world) =>
        world.sendFacts(subscriptions[kind]?.(world, days) ?? { kind: 'active' }, {
          limit,
          paidMax: kind === 'pay' ? paidMax : 0,
        }),
      ),
    ),
  plain('TellAgain', (world) => world.sendFacts(world.entitlement)),
  plain('TellLate', (world) => world.sendFacts({ kind: 'active' }, { isOld: true })),
  plain('TellElsewhere', (world) => world.sendFacts(world.entitlement, { clusterId: 'us-1' })),
  fc
    .constantFrom(...changes)
    .map((change) => command(`Configure(${JSON.stringify(change)})`, (world) => configure(world, change))),
  plain('Restart', restart),
  fc
    .constantFrom('2.2.0', '1.1.0', CRASHING, DEACTIVATING)
    .map((target) => command(`Update(${target})`, (world) => update(world, target))),
  fc
    .constantFrom('1.1.0', '2.2.0', CRASHING, DEACTIVATING)
    .map((target) => command(`Choose(${target})`, (world) => world.choose(target))),
  plain('GoBack', goBack),
  fc
    .constantFrom('grace@example.com', 'eve@example.com', 'zoe@example.com')
    .map((email) => command(`Leave(${email})`, (world) => leave(world, email))),
  plain('Hostile', hostile),
  plain('Probe', (world) => world.probe()),
  plain('Evict', (world) => world.evict()),
  // The platform drops an alarm whose object fails to start, for example after a bad deployment.
  plain('AlarmDropped', (world) => {
    world.store.alarmAt = null;
    world.evict();
    return world.wake();
  }),
  arbitraryFault.map((planned) => command(planned.title, (world) => world.faults.plan(planned.of(world)))),
  fc
    .record({
      trouble: fc.constantFrom<Trouble>(...troubles),
      bootMs: fc.constantFrom(0, 8_000, 30 * MINUTE_MS),
      retryAfterMs: fc.constantFrom(20_000, DAY_MS),
    })
    .map(({ trouble, bootMs, retryAfterMs }) =>
      command(`Cluster(${trouble}, boots in ${bootMs}, retry after ${retryAfterMs})`, ({ cluster }) => {
        Object.assign(cluster, { trouble, bootMs, retryAfterMs });
      }),
    ),
  plain('LandLate', (world) => world.cluster.landLate()),
  plain('ProcessDies', (world) => world.cluster.killProcess()),
  plain('WorkloadGone', (world) => world.cluster.loseWorkload()),
  fc
    .constantFrom('isDatabaseDown' as const, 'isBackupStoreDown' as const, 'isExportTorn' as const)
    .map((what) =>
      command(what, ({ outside }) => {
        outside[what] = !outside[what];
      }),
    ),
  fc.constantFrom('passes' as const, ...copyFates).map((fate) =>
    command(`Copy(${fate})`, ({ copy }) => {
      copy.fate = fate;
    }),
  ),
  plain('BackUp', (world) => world.backUp()),
  plain('BackupVanishes', ({ outside }) => {
    for (const key of outside.backups.keys()) if (!isBackup(key)) outside.backups.delete(key);
  }),
  fc.nat(3_000).map((count) =>
    command(`Executions(${count})`, (world) => {
      world.outside.executions = count;
    }),
  ),
  plain('Reconcile', (world) => world.call({ kind: 'reconciled' })),
  plain('Settle', settle),
  plain('Settle', settle),
];
