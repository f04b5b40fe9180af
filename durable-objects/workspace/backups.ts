import { MAX_ATTEMPTS, retryDelayMs } from '#app/domain/backup/attempts.ts';
import type { BackupList, BackupRun, BackupTrigger } from '#app/domain/backup/backup.ts';
import { archiveFileName, backupKey, incarnationOfFinal, listFinalBackups } from '#app/domain/backup/keys.ts';
import { finalBackupKey } from '#app/domain/instance/final-backup.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { viewOf } from '#app/domain/instance/view-of.ts';
import { MINUTE_MS, SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import type { StoredArchive } from '#app/use-cases/workspace/rpc-requests.ts';
import { backupRetention } from './backup-retention.ts';
import type { backupRows, UnfinishedBackup } from './backup-rows.ts';
import type { InstancePorts } from './ports.ts';
import type { BackupSchedule } from './schedules.ts';
import { takeBackup } from './take-backup.ts';

/** Dependencies of backups. */
export interface BackupPorts extends InstancePorts {
  backupRows: ReturnType<typeof backupRows>;
  newBackupId(): string;
  /** Sends a backup's progress to every live connection; null when it ends. */
  pushBackup(running: BackupRun | null): void;
}

const CHECK_INTERVAL_MS = 30 * SECOND_MS;
/** Delay of the daily backup while the workspace is not Online yet, or another backup runs. */
const WAIT_MS = 15 * MINUTE_MS;
/** A store that did not respond in time can still store a failed backup's file. */
const LATE_FILE_MS = 10 * MINUTE_MS;
/** Spec §7: live progress, at most twice a second. */
const PUSH_INTERVAL_MS = SECOND_MS / 2;

type Started = { id: string; ended: Promise<boolean> };
type Run = { backup: UnfinishedBackup; run: BackupRun; credentials: Uint8Array | undefined };

/** The backups of one workspace. One runs at a time, beside the object's other work. */
export function workspaceBackups(ports: BackupPorts) {
  const { clock, store, alarms, backupRows: rows } = ports;
  const retention = backupRetention(ports);
  let current: { run: BackupRun; ended: Promise<boolean> } | undefined;
  let pushedAt = Number.NEGATIVE_INFINITY;

  function list(state: InstanceState): BackupList {
    const unfinished = rows.findUnfinished();
    const failedAt = rows.lastFailureAt();
    const now = clock.now();
    return {
      instance: viewOf(state, now),
      now,
      running: current?.run ?? (unfinished && runOf(unfinished)),
      lastFailure: failedAt === null ? null : { at: failedAt },
      backups: [...rows.all(), ...listFinalBackups(state.finalBackups)].sort((a, b) => b.takenAt - a.takenAt),
      canBackUp: state.phase.kind === 'online',
    };
  }

  /** @returns a backup's archive; null for an unknown id. */
  function archive({ facts, finalBackups }: InstanceState, backupId: string): StoredArchive | null {
    // Final backups are in the state, without a row.
    const backup = [...listFinalBackups(finalBackups), ...rows.all()].find(({ id }) => id === backupId);
    if (!backup) return null;
    const { bytes, takenAt, hasCredentials } = backup;
    const incarnation = incarnationOfFinal(backupId);
    const { workspaceId, name } = facts;
    const key =
      incarnation === null ? backupKey(workspaceId, backupId) : finalBackupKey(workspaceId, incarnation);
    return { key, bytes, fileName: archiveFileName(name, takenAt), hasCredentials };
  }

  /**
   * Starts a backup unless one is running.
   * @returns the running one's id, and whether it succeeds once it ends.
   */
  function start(state: InstanceState, trigger: BackupTrigger, credentials?: Uint8Array): Started {
    // A backup whose object died restarts under its id, since a person still waits for that id.
    if (!current) {
      const fresh = { id: ports.newBackupId(), trigger, startedAt: clock.now(), attempts: 0 };
      begin(state, restartable(rows.findUnfinished(), credentials) ?? fresh, credentials);
    }
    if (!current) throw new Error('The started backup is not running.');
    return { id: current.run.id, ended: current.ended };
  }

  /** @returns the unfinished backup if it can restart; one with credentials, or that is to get some, fails instead. */
  function restartable(
    unfinished: UnfinishedBackup | null,
    credentials: Uint8Array | undefined,
  ): UnfinishedBackup | null {
    if (!unfinished || (!unfinished.hasCredentials && !credentials)) return unfinished;
    recordDeath(unfinished);
    return null;
  }

  function begin(
    state: InstanceState,
    backup: Omit<UnfinishedBackup, 'hasCredentials'>,
    credentials?: Uint8Array,
  ): void {
    const hasCredentials = credentials !== undefined;
    const next = { ...backup, attempts: backup.attempts + 1, hasCredentials };
    rows.begin(next);
    alarms.set('backup', clock.now() + CHECK_INTERVAL_MS);
    const run = runOf(next);
    current = { run, ended: take(state, { backup: next, run, credentials }) };
  }

  /** Never throws. */
  async function take(state: InstanceState, { backup, run, credentials }: Run): Promise<boolean> {
    let isComplete = false;
    let failure: unknown;
    try {
      await alarms.rearm();
      push(run);
      const { id, trigger, startedAt: takenAt, hasCredentials } = backup;
      const key = backupKey(state.facts.workspaceId, id);
      const onProgress = (workflows: number, bytes: number) => {
        Object.assign(run, { workflows, bytes });
        push(run);
      };
      const taken = await takeBackup(ports, state, { key, takenAt, credentials, onProgress });
      rows.complete({ id, trigger, takenAt, hasCredentials, ...taken });
      isComplete = true;
    } catch (error) {
      failure = error;
    }
    current = undefined;
    try {
      // If the failure cannot be recorded, the alarm starts the backup again.
      if (!isComplete) recordFailure(backup, failure);
      alarms.cancel('backup');
      retention.dropOld();
      await alarms.rearm();
    } catch (error) {
      ports.reportError(error);
    }
    ports.pushBackup(null);
    return isComplete;
  }

  /** Retries a scheduled backup a few times before it reports a failure. A person sees that of a manual backup. */
  function recordFailure(backup: UnfinishedBackup, error: unknown): void {
    const dueAt = clock.now() + LATE_FILE_MS;
    const failures = rows.fail(backup, clock.now(), dueAt);
    alarms.setBy('backup-drop', dueAt);
    const delayMs = backup.trigger === 'scheduled' ? retryDelayMs(failures) : null;
    if (delayMs === null) ports.reportError(error);
    else alarms.set('daily-backup', clock.now() + delayMs);
  }

  function recordDeath(backup: UnfinishedBackup): void {
    recordFailure(backup, new Error(`The backup ${backup.id} died with its object.`));
  }

  function push(run: BackupRun): void {
    const now = systemClock.now();
    if (Math.abs(now - pushedAt) < PUSH_INTERVAL_MS) return;
    pushedAt = now;
    ports.pushBackup(run);
  }

  function takeDaily(): void {
    const state = store.readState();
    if (!state) return;
    const { kind } = state.phase;
    const isSoonOnline = kind === 'pending' || kind === 'offline';
    if (isSoonOnline || (kind === 'online' && rows.findUnfinished())) {
      alarms.set('daily-backup', clock.now() + WAIT_MS);
    } else if (kind === 'online') start(state, 'scheduled');
  }

  /** Restarts a backup whose object died, except after several deaths or when the workspace has stopped. */
  function checkRunning(): void {
    const unfinished = rows.findUnfinished();
    const state = store.readState();
    if (!unfinished || !state) return;
    if (current) alarms.set('backup', clock.now() + CHECK_INTERVAL_MS);
    else if (
      unfinished.attempts < MAX_ATTEMPTS &&
      !unfinished.hasCredentials &&
      state.phase.kind === 'online'
    )
      begin(state, unfinished);
    else {
      recordDeath(unfinished);
      ports.pushBackup(null);
    }
  }

  return {
    ...retention,
    list,
    archive,
    start,
    /** @returns whether a backup has started and not ended. */
    isBusy: () => current !== undefined || rows.findUnfinished() !== null,
    isRunningWithCredentials: () => current !== undefined && rows.findUnfinished()?.hasCredentials === true,
    /** Backs up before a change. Waits for a running backup, so that the new one has the current workflows and these credentials. */
    async startFresh(state: InstanceState, credentials?: Uint8Array): Promise<Started> {
      while (current) await current.ended;
      return start(state, 'safety', credentials);
    },

    /** Takes the day's backup, and drops old backups. */
    onDayPassed(): void {
      rows.beginDay();
      retention.dropOld();
      alarms.set('daily-backup', clock.now());
      alarms.set('backup-drop', clock.now());
    },

    /** @param name of a due schedule. */
    async wake(name: BackupSchedule): Promise<void> {
      switch (name) {
        case 'daily-backup':
          return takeDaily();
        case 'backup':
          return checkRunning();
        case 'backup-drop':
          return retention.removeDropped();
        case 'upload-expiry':
          return retention.removeUploads();
      }
    },
  };
}

export type WorkspaceBackups = ReturnType<typeof workspaceBackups>;

function runOf({ id, trigger, startedAt }: UnfinishedBackup): BackupRun {
  return { id, trigger, startedAt, workflows: 0, bytes: 0 };
}
