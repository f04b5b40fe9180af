import type { InstanceState } from '#app/domain/instance/state.ts';
import { nextMilestoneAt } from '#app/domain/instance/timetable.ts';
import { viewOf } from '#app/domain/instance/view-of.ts';
import { HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { must } from './must.ts';
import type { SimulatedSchedule } from './store.ts';
import type { World } from './world.ts';

/** Maximum delay of the next probe per phase, with jitter and `Retry-After`. */
function longestWaitMs({ phase }: InstanceState): number {
  return phase.kind === 'online' ? 1.1 * HOUR_MS : 5.5 * MINUTE_MS;
}

/** The statuses of each notice: Offline 0, Online 1, Pending 2, Stopped 3. */
const statusesByNotice = {
  none: [1, 2],
  cluster_unreachable: [2],
  polling_timed_out: [0],
  trial_ended: [3],
  paused: [3],
  cancelled: [3],
  deleting: [3],
  deleted: [3],
};

/** Invariants of an idle object. */
export function checkAtRest(world: World): void {
  const { store, now, latest, cluster } = world;
  const { state, schedules, alarmAt } = store;
  if (!state) return;
  const { kind } = state.phase;
  const expected: Array<[SimulatedSchedule, boolean]> = [
    ['probe', kind !== 'deleted' && (kind !== 'stopped' || !state.isApplied)],
    ['timetable', nextMilestoneAt(state) !== null],
    ['day', kind !== 'deleted'],
    ['send-outbox', store.outbox.size > 0],
    ['backup-expiry', state.finalBackups.length > 0],
    ['saved-expiry', state.saved !== null],
    ['month-close', state.overage.current !== null || state.overage.endings.length > 0],
    ['rehearsal', store.isRehearsing],
    ['update', state.staleness !== null && kind !== 'removing' && kind !== 'deleted'],
  ];
  store.tables.check(world);
  const { idle } = world;
  const isNewDay = schedules.get('day')?.dueAt !== idle.dayAt && kind !== 'deleted';
  const isSameIncarnation = state.incarnation === idle.incarnation;
  must(
    !isNewDay || !isSameIncarnation || store.dailyBackups > idle.dailyBackups,
    'a day that has passed schedules its backup',
  );
  for (const [name, isExpected] of expected) {
    must(!isExpected || schedules.has(name), `${kind} has its schedule ${name}`);
  }
  if (schedules.size > 0) {
    const earliest = Math.min(...[...schedules.values()].map(({ dueAt }) => dueAt));
    // A crash reschedules a due alarm, and the clock may have gone back since.
    // One that is set while another runs can be a millisecond later.
    const inTime = Math.max(earliest + 1, latest);
    must(alarmAt !== null && alarmAt <= inTime, 'the alarm is set, and not too late');
  }
  const scheduleProbe = schedules.get('probe')?.dueAt ?? 0;
  must(scheduleProbe <= latest + longestWaitMs(state), `the next probe of ${kind} is within its interval`);

  const { notice, status, cause } = viewOf(state, now);
  must(statusesByNotice[notice ?? 'none'].includes(status), `${notice} makes no sense beside ${status}`);
  must((cause !== null) === (status === 2), 'Pending has a cause, and no other status has one');
  if (kind === 'deleted' && !cluster.canHaveStrays) {
    must(cluster.workload === null, 'no process of an ended incarnation');
  }
}
