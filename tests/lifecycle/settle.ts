import { entitles } from '#app/domain/instance/entitlement.ts';
import { summaryOf } from '#app/domain/instance/outbox.ts';
import { nextMilestoneAt } from '#app/domain/instance/timetable.ts';
import { must } from './must.ts';
import type { World } from './world.ts';

/** More than the longest chain of immediate alarms. */
const MAX_ALARMS = 20;
/** Saving, a minute of probing, and rolling back: one step per second, all twice, after a rehearsal. */
const MAX_UPDATE_STEPS = 450;

/**
 * Restores the outside; the next probe must then produce the wanted instance. The hourly reconciliation counts as a probe,
 * because nothing else reveals a lost call's effect on a stopped workspace. The outbox drains within its own interval.
 */
export async function settle(world: World): Promise<void> {
  const { store, cluster, copy, outside, faults } = world;
  faults.forget();
  cluster.landLate();
  cluster.heal();
  outside.heal();
  if (copy.fate === 'hangs') copy.fate = 'passes';
  if (!world.state) return;
  if (isStray(world)) await world.call({ kind: 'reconciled' });
  await passTo(world, Math.max(store.schedules.get('probe')?.dueAt ?? 0, alarmGivenAgainAt(world)));
  for (let steps = 0; isUpdating(world) || store.isRehearsing; steps += 1) {
    must(steps < MAX_UPDATE_STEPS, 'an update ends');
    const due = [
      isUpdating(world) ? store.schedules.get('probe') : undefined,
      store.schedules.get('rehearsal'),
    ].flatMap((schedule) => (schedule ? [schedule.dueAt] : []));
    await passTo(world, Math.min(...due));
  }
  // A delayed call may have recreated the copy of an earlier rehearsal: the reconciliation removes it.
  if (copy.isThere && cluster.canHaveStrays) await world.removeLeftOver();
  must(!copy.isThere, 'no copy is left');
  mustBeAsWanted(world);
  await passTo(world, store.schedules.get('send-outbox')?.dueAt);
  mustReachDatabase(world);
  mustBeAsWanted(world);
  cluster.canHaveStrays = false;
}

/** Whether an update, or the start after a rollback, has more steps. */
function isUpdating({ state }: World): boolean {
  const phase = state?.phase;
  return phase?.kind === 'pending' && (phase.update !== undefined || phase.cause === 'go_back');
}

/** Something runs although it should not, and no due probe would find it. */
function isStray({ state, store, cluster }: World): boolean {
  if (store.schedules.has('probe')) return false;
  const { workload, volume } = cluster;
  if (state?.phase.kind === 'stopped') return workload?.process != null;
  return state?.phase.kind === 'deleted' && (workload !== null || volume !== null);
}

/** After a crash the platform repeats an alarm, even if the clock has gone back. */
function alarmGivenAgainAt({ store, latest }: World): number {
  return store.alarmAt !== null && store.alarmAt <= latest ? store.alarmAt : 0;
}

/** Runs the alarms until a schedule's time. One that is set while another runs can be a millisecond later. */
async function passTo(world: World, at = world.now): Promise<void> {
  world.now = Math.max(world.now, at);
  const { store } = world;
  for (let alarms = 0; store.alarmAt !== null && store.alarmAt <= world.now + 1; alarms += 1) {
    must(alarms < MAX_ALARMS, 'it comes to rest');
    world.now = Math.max(world.now, store.alarmAt);
    await world.fireAlarm();
    world.rest();
  }
}

function mustBeAsWanted(world: World): void {
  const { state, cluster, now } = world;
  if (!state) return;
  const { kind } = state.phase;
  // An ended entitlement stays ended, even if the clock goes back.
  const isPaidFor = world.isUpToDate && entitles(world.entitlement, world.latestSinceFacts);
  must(!isPaidFor || kind === 'online', `what is paid for is Online, not ${kind}`);
  const isRunning = cluster.workload?.process != null;
  const isEntitled = entitles(state.facts.entitlement, now);
  const isAsWanted =
    (kind === 'online' && cluster.isServing && isEntitled) ||
    (kind === 'stopped' && !isRunning) ||
    (kind === 'deleted' && cluster.workload === null && cluster.volume === null);
  must(isAsWanted, `after one poll it is ${kind}, and ${isRunning ? 'runs' : 'does not run'}`);
  if (kind === 'online') {
    must(cluster.workload?.wanted.purpose === 'serve', 'what is Online serves');
    must(cluster.workload?.wanted.isClosed === false, 'what is Online is open');
    must(cluster.letsIn.length === 0, `what is Online lets in nobody who left: ${cluster.letsIn}`);
    must(cluster.workload?.wanted.version === state.configuration.version, 'what runs is what is set');
  }
  const nextAt = nextMilestoneAt(state);
  must(nextAt === null || nextAt > now, 'what the timetable has made due is done');
}

function mustReachDatabase({ state, store, outside, invariants }: World): void {
  if (!state) return;
  must(store.outbox.size === 0, 'no news is kept from the database');
  must(JSON.stringify(outside.summary?.summary) === JSON.stringify(summaryOf(state)), 'its copy is true');
  for (const id of invariants.mails) must(outside.mails.has(id), `${id} arrived`);
  must(outside.mails.size === invariants.mails.size, 'no mail arrived that was never decided');
}
