import type { ArchiveAdditions } from '#app/domain/backup/archive.ts';
import { MAX_BEGINNINGS, retryDelayMs } from '#app/domain/backup/attempts.ts';
import type { Backup, BackupList, BackupRun, BackupTrigger } from '#app/domain/backup/backup.ts';
import {
  archiveFileName,
  backupKey,
  incarnationOfFinal,
  listedFinals,
  uploadPrefix,
} from '#app/domain/backup/keys.ts';
import { selectDroppedBackups } from '#app/domain/backup/retention.ts';
import { finalBackupKey } from '#app/domain/instance/final-backup.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { viewOf } from '#app/domain/instance/view-of.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS, systemClock } from '#app/domain/time/clock.ts';
import type { StoredArchive } from '#app/use-cases/workspace/rpc.ts';
import type { BackupPorts, BegunBackup } from './backup-ports.ts';
import { takeBackup } from './take-backup.ts';

/**
 * `daily-backup`: the day's backup, or its next attempt. `backup`: looks after the one that was begun; it also keeps
 * the object awake meanwhile. `backup-drop`: removes the files of what is kept no longer.
 */
export type BackupSchedule = 'daily-backup' | 'backup' | 'backup-drop';

const LOOK_AFTER_MS = 30 * SECOND_MS;
/** Until a workspace that is about to come Online, or a backup under way, is looked at again. */
const WAIT_MS = 15 * MINUTE_MS;
/** Spec §7: live progress, at most twice a second. */
const PUSH_INTERVAL_MS = SECOND_MS / 2;
/** An upload is restored within the hour, or not at all. */
const UPLOAD_KEPT_MS = DAY_MS;

type Started = { id: string; ended: Promise<boolean> };
type Taking = { begun: BegunBackup; run: BackupRun; additions: ArchiveAdditions };

/** The backups of one workspace. One is taken at a time; it runs beside whatever else the object does. */
export function workspaceBackups(ports: BackupPorts) {
  const { clock, store, alarms, backupRows: rows } = ports;
  let current: { run: BackupRun; ended: Promise<boolean> } | undefined;
  let pushedAt = Number.NEGATIVE_INFINITY;

  function list(state: InstanceState): BackupList {
    const begun = rows.begun();
    const failedAt = rows.lastFailureAt();
    return {
      instance: viewOf(state, clock.now()),
      running: current?.run ?? (begun && runOf(begun)),
      lastFailure: failedAt === null ? null : { at: failedAt },
      backups: [...rows.all(), ...listedFinals(state.finalBackups)].sort((a, b) => b.takenAt - a.takenAt),
      canBackUp: state.phase.kind === 'online',
    };
  }

  /** @returns where a backup is; null when there is none of that id. */
  function archive({ facts, finalBackups }: InstanceState, backupId: string): StoredArchive | null {
    const incarnation = incarnationOfFinal(backupId);
    const key = incarnation === null ? null : finalBackupKey(facts.workspaceId, incarnation);
    const final = finalBackups.find((backup) => backup.key === key);
    if (final) return stored(facts.name, final.key, { ...final, hasCredentials: false });
    const backup = rows.all().find(({ id }) => id === backupId);
    return backup ? stored(facts.name, backupKey(facts.workspaceId, backup.id), backup) : null;
  }

  /**
   * Begins a backup unless one is under way.
   * @param credentials a document that the archive of a new backup is to hold.
   * @returns its id, and whether it is whole once it has ended.
   */
  function start(state: InstanceState, trigger: BackupTrigger, credentials?: Uint8Array): Started {
    // A backup that died with its process is restarted under its id, for which its person still waits.
    if (!current) {
      const fresh = { id: ports.newBackupId(), trigger, startedAt: clock.now(), beginnings: 0 };
      begin(state, unlessDead(rows.begun()) ?? fresh, credentials);
    }
    if (!current) throw new Error('A backup was begun and is not under way.');
    return { id: current.run.id, ended: current.ended };
  }

  /** @returns a backup that can be restarted; null when there is no such backup, or its credentials died with its process. */
  function unlessDead(begun: BegunBackup | null): BegunBackup | null {
    if (!begun?.hasCredentials) return begun;
    failed(begun, new Error(`The backup ${begun.id} died with its process.`));
    return null;
  }

  function begin(
    state: InstanceState,
    begun: Omit<BegunBackup, 'hasCredentials'>,
    credentials?: Uint8Array,
  ): void {
    const hasCredentials = credentials !== undefined;
    const next = { ...begun, beginnings: begun.beginnings + 1, hasCredentials };
    rows.begin(next);
    alarms.set('backup' satisfies BackupSchedule, clock.now() + LOOK_AFTER_MS);
    const run = runOf(next);
    const additions = { version: state.configuration.version, ...(credentials && { credentials }) };
    current = { run, ended: take(state, { begun: next, run, additions }) };
  }

  /** Never throws. */
  async function take(state: InstanceState, { begun, run, additions }: Taking): Promise<boolean> {
    let isWhole = false;
    try {
      await alarms.rearm();
      push(run);
      const { id, trigger, startedAt: takenAt, hasCredentials } = begun;
      const key = backupKey(state.facts.workspaceId, id);
      const onProgress = (workflows: number, bytes: number) => {
        Object.assign(run, { workflows, bytes });
        push(run);
      };
      const taken = await takeBackup(ports, state.facts, { key, takenAt, additions, onProgress });
      rows.complete({ id, trigger, takenAt, hasCredentials, ...taken });
      isWhole = true;
    } catch (error) {
      failed(begun, error);
    }
    current = undefined;
    try {
      alarms.cancel('backup' satisfies BackupSchedule);
      dropOld();
      await alarms.rearm();
    } catch (error) {
      ports.reportError(error);
    }
    ports.pushBackup(null);
    return isWhole;
  }

  /** The day's backup is tried again a few times, and reported then; whoever asked for one sees that it failed. */
  function failed(begun: BegunBackup, error: unknown): void {
    const failures = rows.fail(begun, clock.now());
    const delayMs = begun.trigger === 'scheduled' ? retryDelayMs(failures) : null;
    if (delayMs === null) ports.reportError(error);
    else alarms.set('daily-backup' satisfies BackupSchedule, clock.now() + delayMs);
  }

  function push(run: BackupRun): void {
    const now = systemClock.now();
    if (Math.abs(now - pushedAt) < PUSH_INTERVAL_MS) return;
    pushedAt = now;
    ports.pushBackup(run);
  }

  function dropOld(): void {
    const state = store.readState();
    if (!state) return;
    // Of a workspace that is deleted nothing is kept for longer than its final backup.
    const isOver = state.phase.kind === 'deleted' && state.finalBackups.length === 0;
    const backups = rows.all();
    const dropped = isOver ? backups.map(({ id }) => id) : selectDroppedBackups(backups, clock.now());
    if (dropped.length === 0) return;
    rows.drop(dropped);
    alarms.set('backup-drop' satisfies BackupSchedule, clock.now());
  }

  /** Throws while the store is down: the alarm clock repeats it. */
  async function removeDropped(): Promise<void> {
    const state = store.readState();
    if (!state) return;
    const { workspaceId, accountId } = state.facts;
    for (const id of rows.dropped()) {
      await ports.backups.remove(backupKey(workspaceId, id));
      rows.forget(id);
    }
    const old = await ports.backups.keysBefore(uploadPrefix(accountId), systemClock.now() - UPLOAD_KEPT_MS);
    for (const key of old) await ports.backups.remove(key);
  }

  function takeDaily(): void {
    const state = store.readState();
    if (!state) return;
    const { kind } = state.phase;
    const isSoonOnline = kind === 'pending' || kind === 'offline';
    if (isSoonOnline || (kind === 'online' && rows.begun())) {
      alarms.set('daily-backup' satisfies BackupSchedule, clock.now() + WAIT_MS);
    } else if (kind === 'online') start(state, 'scheduled');
  }

  /** One whose process died is begun anew, unless it dies again and again, or the workspace stopped meanwhile. */
  function lookAfter(): void {
    const begun = rows.begun();
    const state = store.readState();
    if (!begun || !state) return;
    if (current) alarms.set('backup' satisfies BackupSchedule, clock.now() + LOOK_AFTER_MS);
    else if (begun.beginnings < MAX_BEGINNINGS && !begun.hasCredentials && state.phase.kind === 'online')
      begin(state, begun);
    else {
      failed(begun, new Error(`The backup ${begun.id} died with its process.`));
      ports.pushBackup(null);
    }
  }

  return {
    list,
    archive,
    start,
    /** @returns whether a backup was begun that has not ended. */
    isBusy: () => current !== undefined || rows.begun() !== null,
    /** Waits for the one under way, so that what begins now holds what is there now, and these credentials. */
    async startFresh(state: InstanceState, credentials?: Uint8Array): Promise<Started> {
      while (current) await current.ended;
      return start(state, 'manual', credentials);
    },

    /** A day has passed: it is backed up, and what is kept no longer is removed. */
    dayPassed(): void {
      rows.beginDay();
      dropOld();
      alarms.set('daily-backup' satisfies BackupSchedule, clock.now());
      alarms.set('backup-drop' satisfies BackupSchedule, clock.now());
    },
    dropOld,

    /** @returns what a schedule of the backups' that has come due does; null when it is none of theirs. */
    async wake(name: string): Promise<void> {
      switch (name as BackupSchedule) {
        case 'daily-backup':
          return takeDaily();
        case 'backup':
          return lookAfter();
        case 'backup-drop':
          return removeDropped();
      }
    },
  };
}

export type WorkspaceBackups = ReturnType<typeof workspaceBackups>;

function runOf({ id, trigger, startedAt }: BegunBackup): BackupRun {
  return { id, trigger, startedAt, workflows: 0, bytes: 0 };
}

function stored(
  name: string,
  key: string,
  { bytes, takenAt, hasCredentials }: Pick<Backup, 'bytes' | 'takenAt' | 'hasCredentials'>,
): StoredArchive {
  return { key, bytes, fileName: archiveFileName(name, takenAt), hasCredentials };
}
