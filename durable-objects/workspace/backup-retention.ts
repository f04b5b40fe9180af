import { backupKey, uploadPrefix } from '#app/domain/backup/keys.ts';
import { selectDroppedBackups } from '#app/domain/backup/retention.ts';
import { DAY_MS, HOUR_MS, systemClock } from '#app/domain/time/clock.ts';
import type { backupRows } from './backup-rows.ts';
import type { InstancePorts } from './ports.ts';

/** People restore an upload within the hour, or never. */
const UPLOAD_LIFETIME_MS = DAY_MS;

/** Drops old backups. `backup-drop` removes their files, `upload-expiry` uploads, also those of a deleted workspace. */
export function backupRetention(
  ports: Pick<InstancePorts, 'clock' | 'store' | 'alarms' | 'backups' | 'reportError'> & {
    backupRows: ReturnType<typeof backupRows>;
  },
) {
  const { clock, store, alarms, backupRows: rows, backups: files, reportError } = ports;
  let isKeeping = false;

  /** Call `rearm` of the alarms afterwards. */
  function drop(ids: readonly string[]): void {
    if (ids.length === 0) return;
    rows.drop(ids);
    alarms.set('backup-drop', clock.now());
  }

  function dropOld(): void {
    const state = store.readState();
    if (!state || isKeeping) return;
    // A deleted workspace's backups are dropped with its final backup.
    const isOver = state.phase.kind === 'deleted' && state.finalBackups.length === 0;
    const backups = rows.all();
    drop(isOver ? backups.map(({ id }) => id) : selectDroppedBackups(backups, clock.now()));
  }

  /** Runs a restore, one at a time. No old backup is dropped meanwhile: the restore may read it. */
  async function whileKept<Outcome>(restore: () => Promise<Outcome>): Promise<Outcome> {
    isKeeping = true;
    const outcome = await restore();
    isKeeping = false;
    try {
      dropOld();
      await alarms.rearm();
    } catch (error) {
      reportError(error);
    }
    return outcome;
  }

  /** @throws while the store is down: the alarm clock retries. */
  async function removeDropped(): Promise<void> {
    const state = store.readState();
    if (!state) return;
    const { workspaceId } = state.facts;
    for (const { id, dueAt } of rows.listDropped()) {
      if (dueAt > clock.now()) return alarms.setBy('backup-drop', dueAt);
      await files.remove(backupKey(workspaceId, id));
      rows.forget(id);
    }
  }

  /** Call before an upload: the alarm is set however the upload ends, and no later upload puts it off. */
  function expectUpload(): void {
    alarms.setBy('upload-expiry', clock.now() + UPLOAD_LIFETIME_MS + HOUR_MS);
  }

  /** @throws while the store is down: the alarm clock retries. */
  async function removeUploads(): Promise<void> {
    const state = store.readState();
    if (!state) return;
    const prefix = uploadPrefix(state.facts.accountId);
    const old = await files.keysBefore(prefix, systemClock.now() - UPLOAD_LIFETIME_MS);
    for (const key of old) await files.remove(key);
    const left = await files.keysBefore(prefix, Number.POSITIVE_INFINITY);
    if (left.length > 0) expectUpload();
  }

  return { drop, dropOld, whileKept, removeDropped, expectUpload, removeUploads };
}
