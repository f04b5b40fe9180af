import { HOUR_MS } from '../../time/clock.ts';
import { FINAL_BACKUP_KEPT_MS } from '../final-backup.ts';
import type { FinalBackup, InstanceState } from '../state.ts';
import { entitles } from '../subscription.ts';
import { changed, lookAt, pending, unchanged } from './change.ts';
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
  return changed(state, { phase: { kind: 'removing', reason, backup } }, now, [lookAt(now)]);
}

export function backupMissing(state: InstanceState, now: number): Decision {
  if (state.phase.kind !== 'removing') return unchanged(state);
  const { reason } = state.phase;
  return changed(state, { phase: { kind: 'backing-up', reason, startedAt: now } }, now, [lookAt(now)]);
}

/** Nothing is left in the cluster. */
export function removed(state: InstanceState, now: number): Decision {
  const { phase, facts } = state;
  if (phase.kind !== 'removing') return unchanged(state);
  const { reason, backup } = phase;
  const backupUntil = backup.takenAt + FINAL_BACKUP_KEPT_MS;
  const deleted = changed(
    state,
    { phase: { kind: 'deleted', reason, at: now, backup }, staleness: null },
    now,
    [
      { kind: 'cancel', schedule: 'look' },
      { kind: 'cancel', schedule: 'timetable' },
      { kind: 'cancel', schedule: 'day' },
      { kind: 'cancel', schedule: 'update' },
      { kind: 'arm', schedule: 'backup-expiry', at: backupUntil },
      {
        kind: 'mail',
        id: `life-${state.life}:workspace_deleted`,
        mail: { template: 'workspace_deleted', data: { backupUntil } },
      },
    ],
  );
  if (!entitles(facts.subscription, now)) return deleted;
  // It was paid for while it was being removed: the account has a workspace again, a new one.
  const anew = changed(
    deleted.state,
    { phase: pending('provision', now), life: state.life + 1, isApplied: false },
    now,
    [lookAt(now), { kind: 'arm', schedule: 'day', at: nextDayAt(state, now) }],
  );
  return { state: anew.state, effects: [...deleted.effects, ...anew.effects] };
}

/** The last schedule of all; armed again first, so that a store that is down only delays it. */
export function backupExpiryDue(state: InstanceState, now: number): Decision {
  const { phase } = state;
  if (phase.kind !== 'deleted' || !phase.backup) return unchanged(state);
  const expiresAt = phase.backup.takenAt + FINAL_BACKUP_KEPT_MS;
  const at = now < expiresAt ? expiresAt : now + DROP_RETRY_MS;
  const effects: InstanceEffect[] = [{ kind: 'arm', schedule: 'backup-expiry', at }];
  if (now >= expiresAt) effects.push({ kind: 'drop-backup', key: phase.backup.key });
  return { state, effects };
}

export function backupDropped(state: InstanceState, now: number): Decision {
  const { phase } = state;
  if (phase.kind !== 'deleted' || !phase.backup) return unchanged(state);
  if (now < phase.backup.takenAt + FINAL_BACKUP_KEPT_MS) return unchanged(state);
  return changed(state, { phase: { ...phase, backup: null } }, now, [
    { kind: 'cancel', schedule: 'backup-expiry' },
  ]);
}
