import { HOUR_MS } from '../../time/clock.ts';
import { entitles } from '../entitlement.ts';
import { FINAL_BACKUP_KEPT_MS, finalBackupKey } from '../final-backup.ts';
import type { FinalBackup, InstanceState } from '../state.ts';
import { armTimetable, changeState, keepState, pendingPhase, scheduleProbe } from './change.ts';
import type { InstanceEffect } from './events.ts';
import type { Reaction, StateIn } from './transition.ts';
import { nextDayAt } from './versions.ts';

const DROP_RETRY_MS = HOUR_MS;

/** The final backup is stored: the removal from the cluster starts. */
export const onBackedUp: Reaction<'backed-up', StateIn<'backing-up'>> = (
  state,
  { generation, backup },
  now,
) => {
  // An entitlement that returned during the export raised the generation: nothing is removed.
  if (generation !== state.generation) return keepState(state);
  const { reason } = state.phase;
  const { serial } = state.progress;
  return changeState(state, { phase: { kind: 'removing', reason, backup, serial } }, now, [
    scheduleProbe(now),
  ]);
};

/** The backup store lost the final backup: takes another one before anything is removed. */
export const onBackupMissing: Reaction<'backup-missing', StateIn<'removing'>> = (state, _event, now) => {
  // The snapshot of its claim may be gone: if the claim is gone too, it starts empty.
  const storage = { ...state.storage, snapshot: null };
  if (isSubscribedSince(state, now)) {
    // Only the cluster may still have the data, and a paying account keeps it.
    const resumed = changeState(state, { phase: pendingPhase('resume', now), storage }, now, [
      scheduleProbe(now),
    ]);
    resumed.effects.push(armTimetable(resumed.state));
    return resumed;
  }
  const { reason } = state.phase;
  return changeState(state, { phase: { kind: 'backing-up', reason, startedAt: now }, storage }, now, [
    scheduleProbe(now),
  ]);
};

/** @returns whether another entitlement began after the removal did. */
function isSubscribedSince({ phase, facts, progress }: StateIn<'removing'>, now: number): boolean {
  return progress.serial !== phase.serial && entitles(facts.entitlement, now);
}

/** The cluster has removed everything. */
export const onRemoved: Reaction<'removed', StateIn<'removing'>> = (state, _event, now) => {
  const { reason, backup } = state.phase;
  const backupUntil = backup.takenAt + FINAL_BACKUP_KEPT_MS;
  const deleted = changeState(
    state,
    {
      phase: { kind: 'deleted', reason, at: now },
      staleness: null,
      storage: { claim: 0, snapshot: null },
      saved: null,
      changedSinceSave: [],
      due: [],
      lastUpdate: null,
      finalBackups: [...state.finalBackups, backup],
    },
    now,
    [
      { kind: 'cancel', schedule: 'probe' },
      { kind: 'cancel', schedule: 'timetable' },
      { kind: 'cancel', schedule: 'day' },
      { kind: 'cancel', schedule: 'update' },
      { kind: 'cancel', schedule: 'saved-expiry' },
      {
        kind: 'mail',
        id: `incarnation-${state.incarnation}:workspace_deleted`,
        mail: { template: 'workspace_deleted', data: { backupUntil, incarnation: state.incarnation } },
      },
    ],
  );
  deleted.effects.push(armExpiry(deleted.state, now));
  if (!isSubscribedSince(state, now)) return deleted;
  // The account subscribed during the removal: it gets a new workspace.
  const again = changeState(
    deleted.state,
    { phase: pendingPhase('provision', now), incarnation: state.incarnation + 1 },
    now,
    [scheduleProbe(now), { kind: 'arm', schedule: 'day', at: nextDayAt(state, now) }],
  );
  again.effects.push(armTimetable(again.state));
  return { state: again.state, effects: [...deleted.effects, ...again.effects] };
};

/** Drops expired final backups and an overtaken one. Arms itself first: an outage of the store only delays the drop. */
export const onBackupExpiryDue: Reaction<'backup-expiry-due'> = (state, _event, now) => {
  const expired = state.finalBackups.filter((backup) => expiryOf(backup) <= now).map(({ key }) => key);
  const dropped = [...expired, ...overtakenKeys(state)];
  if (dropped.length === 0) return { state, effects: [armExpiry(state, now)] };
  return {
    state,
    effects: [
      { kind: 'arm', schedule: 'backup-expiry', at: now + DROP_RETRY_MS },
      ...dropped.map((key) => ({ kind: 'drop-backup', key }) as const),
    ],
  };
};

export const onBackupDropped: Reaction<'backup-dropped'> = (state, { key }, now) => {
  const finalBackups = state.finalBackups.filter((backup) => backup.key !== key || expiryOf(backup) > now);
  if (finalBackups.length === state.finalBackups.length) return { state, effects: [armExpiry(state, now)] };
  const dropped = changeState(state, { finalBackups }, now);
  return { state: dropped.state, effects: [...dropped.effects, armExpiry(dropped.state, now)] };
};

/** @returns the effect that drops what the final backup left behind, once its export has ended or failed. */
export function armOvertakenDrop(now: number): InstanceEffect {
  return { kind: 'arm', schedule: 'backup-expiry', at: now + DROP_RETRY_MS };
}

/**
 * @returns the key of the current incarnation's final backup while that incarnation lives: its
 *   account may have subscribed again during the export. A deletion that began needs the file.
 */
function overtakenKeys({ phase, facts, incarnation }: InstanceState): string[] {
  const isDeleting = phase.kind === 'backing-up' || phase.kind === 'removing' || phase.kind === 'deleted';
  return isDeleting ? [] : [finalBackupKey(facts.workspaceId, incarnation)];
}

function expiryOf({ takenAt }: FinalBackup): number {
  return takenAt + FINAL_BACKUP_KEPT_MS;
}

/** An expired backup is still there because its drop failed: it waits for the retry. */
function armExpiry({ finalBackups }: InstanceState, now: number): InstanceEffect {
  if (finalBackups.length === 0) return { kind: 'cancel', schedule: 'backup-expiry' };
  const next = Math.min(...finalBackups.map(expiryOf));
  return { kind: 'arm', schedule: 'backup-expiry', at: next > now ? next : now + DROP_RETRY_MS };
}
