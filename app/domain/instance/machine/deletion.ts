import { HOUR_MS } from '../../time/clock.ts';
import { entitles } from '../entitlement.ts';
import { FINAL_BACKUP_KEPT_MS } from '../final-backup.ts';
import type { FinalBackup, InstanceState } from '../state.ts';
import { armTimetable, changed, pending, scheduleProbe, unchanged } from './change.ts';
import type { Decision, InstanceEffect } from './events.ts';
import type { Event, StateIn } from './transition.ts';
import { nextDayAt } from './versions.ts';

const DROP_RETRY_MS = HOUR_MS;

/** The final backup is safe: what the cluster has may be taken away. */
export function onBackedUp(
  state: StateIn<'backing-up'>,
  { generation, backup }: Event<'backed-up'>,
  now: number,
): Decision {
  // An entitlement that came back during the export has made another generation: nothing is removed.
  if (generation !== state.generation) return unchanged(state);
  const { reason } = state.phase;
  const { serial } = state.progress;
  return changed(state, { phase: { kind: 'removing', reason, backup, serial } }, now, [scheduleProbe(now)]);
}

/** The backup store lost the final backup: it is taken again before anything is removed. */
export function onBackupMissing(
  state: StateIn<'removing'>,
  _event: Event<'backup-missing'>,
  now: number,
): Decision {
  if (isSubscribedSince(state, now)) {
    // What the cluster may still have is all there is, and an account that pays keeps it.
    const resumed = changed(state, { phase: pending('resume', now) }, now, [scheduleProbe(now)]);
    resumed.effects.push(armTimetable(resumed.state));
    return resumed;
  }
  const { reason } = state.phase;
  return changed(state, { phase: { kind: 'backing-up', reason, startedAt: now } }, now, [scheduleProbe(now)]);
}

/** Another entitlement began since the removal did. */
function isSubscribedSince({ phase, facts, progress }: StateIn<'removing'>, now: number): boolean {
  return progress.serial !== phase.serial && entitles(facts.entitlement, now);
}

/** Nothing is left in the cluster. */
export function onRemoved(state: StateIn<'removing'>, _event: Event<'removed'>, now: number): Decision {
  const { reason, backup } = state.phase;
  const backupUntil = backup.takenAt + FINAL_BACKUP_KEPT_MS;
  const deleted = changed(
    state,
    {
      phase: { kind: 'deleted', reason, at: now },
      staleness: null,
      finalBackups: [...state.finalBackups, backup],
    },
    now,
    [
      { kind: 'cancel', schedule: 'probe' },
      { kind: 'cancel', schedule: 'timetable' },
      { kind: 'cancel', schedule: 'day' },
      { kind: 'cancel', schedule: 'update' },
      {
        kind: 'mail',
        id: `incarnation-${state.incarnation}:workspace_deleted`,
        mail: { template: 'workspace_deleted', data: { backupUntil, incarnation: state.incarnation } },
      },
    ],
  );
  deleted.effects.push(armExpiry(deleted.state));
  if (!isSubscribedSince(state, now)) return deleted;
  // The account paid during the removal: it gets a new workspace.
  const again = changed(
    deleted.state,
    { phase: pending('provision', now), incarnation: state.incarnation + 1 },
    now,
    [scheduleProbe(now), { kind: 'arm', schedule: 'day', at: nextDayAt(state, now) }],
  );
  again.effects.push(armTimetable(again.state));
  return { state: again.state, effects: [...deleted.effects, ...again.effects] };
}

/** The time of a final backup is over; armed again first, so that a store that is down only delays it. */
export function onBackupExpiryDue(
  state: InstanceState,
  _event: Event<'backup-expiry-due'>,
  now: number,
): Decision {
  const expired = state.finalBackups.filter((backup) => expiryOf(backup) <= now);
  if (expired.length === 0) return { state, effects: [armExpiry(state)] };
  return {
    state,
    effects: [
      { kind: 'arm', schedule: 'backup-expiry', at: now + DROP_RETRY_MS },
      ...expired.map(({ key }) => ({ kind: 'drop-backup', key }) as const),
    ],
  };
}

export function onBackupDropped(
  state: InstanceState,
  { key }: Event<'backup-dropped'>,
  now: number,
): Decision {
  const finalBackups = state.finalBackups.filter((backup) => backup.key !== key || expiryOf(backup) > now);
  if (finalBackups.length === state.finalBackups.length) return unchanged(state);
  const dropped = changed(state, { finalBackups }, now);
  return { state: dropped.state, effects: [...dropped.effects, armExpiry(dropped.state)] };
}

function expiryOf({ takenAt }: FinalBackup): number {
  return takenAt + FINAL_BACKUP_KEPT_MS;
}

function armExpiry({ finalBackups }: InstanceState): InstanceEffect {
  if (finalBackups.length === 0) return { kind: 'cancel', schedule: 'backup-expiry' };
  return { kind: 'arm', schedule: 'backup-expiry', at: Math.min(...finalBackups.map(expiryOf)) };
}
