import { HOUR_MS } from '../../time/clock.ts';
import { FINAL_BACKUP_KEPT_MS } from '../final-backup.ts';
import type { FinalBackup, InstanceState } from '../state.ts';
import { entitles } from '../subscription.ts';
import { armTimetable, changed, lookAt, pending, unchanged } from './change.ts';
import type { Decision, InstanceEffect } from './events.ts';
import { nextDayAt } from './versions.ts';

const DROP_RETRY_MS = HOUR_MS;

/** The final backup is safe: what the cluster has may be taken away. */
export function backedUp(
  state: InstanceState,
  { wish, backup }: { wish: number; backup: FinalBackup },
  now: number,
): Decision {
  // A subscription that came back while the export ran has made another wish: nothing is removed.
  if (state.phase.kind !== 'backing-up' || wish !== state.wish) return unchanged(state);
  const { reason } = state.phase;
  const { serial } = state.progress;
  return changed(state, { phase: { kind: 'removing', reason, backup, serial } }, now, [lookAt(now)]);
}

export function backupMissing(state: InstanceState, now: number): Decision {
  if (state.phase.kind !== 'removing') return unchanged(state);
  if (isSubscribedSince(state, now)) {
    // What the cluster may still have is all there is, and whoever pays keeps it.
    const resumed = changed(state, { phase: pending('resume', now) }, now, [lookAt(now)]);
    resumed.effects.push(armTimetable(resumed.state));
    return resumed;
  }
  const { reason } = state.phase;
  return changed(state, { phase: { kind: 'backing-up', reason, startedAt: now } }, now, [lookAt(now)]);
}

/** Another subscription began since the removal did. */
function isSubscribedSince({ phase, facts, progress }: InstanceState, now: number): boolean {
  return phase.kind === 'removing' && progress.serial !== phase.serial && entitles(facts.subscription, now);
}

/** Nothing is left in the cluster. */
export function removed(state: InstanceState, now: number): Decision {
  const { phase } = state;
  if (phase.kind !== 'removing') return unchanged(state);
  const { reason, backup } = phase;
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
      { kind: 'cancel', schedule: 'look' },
      { kind: 'cancel', schedule: 'timetable' },
      { kind: 'cancel', schedule: 'day' },
      { kind: 'cancel', schedule: 'update' },
      {
        kind: 'mail',
        id: `life-${state.life}:workspace_deleted`,
        mail: { template: 'workspace_deleted', data: { backupUntil, life: state.life } },
      },
    ],
  );
  deleted.effects.push(armExpiry(deleted.state));
  if (!isSubscribedSince(state, now)) return deleted;
  // It was paid for while it was being removed: the account has a workspace again, a new one.
  const anew = changed(deleted.state, { phase: pending('provision', now), life: state.life + 1 }, now, [
    lookAt(now),
    { kind: 'arm', schedule: 'day', at: nextDayAt(state, now) },
  ]);
  anew.effects.push(armTimetable(anew.state));
  return { state: anew.state, effects: [...deleted.effects, ...anew.effects] };
}

/** The time of a final backup is over; armed again first, so that a store that is down only delays it. */
export function backupExpiryDue(state: InstanceState, now: number): Decision {
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

export function backupDropped(state: InstanceState, { key }: { key: string }, now: number): Decision {
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
