import { backupKey, uploadPrefix } from '#app/domain/backup/keys.ts';
import { selectDroppedBackups } from '#app/domain/backup/retention.ts';
import { DAY_MS, HOUR_MS, systemClock } from '#app/domain/time/clock.ts';
import type { backupRows } from './backup-rows.ts';
import type { InstancePorts } from './ports.ts';

/** People restore an upload within the hour, or never. */
const UPLOAD_LIFETIME_MS = DAY_MS;

interface RetentionPorts extends Pick<InstancePorts, 'clock' | 'store' | 'alarms' | 'backups'> {
  backupRows: ReturnType<typeof backupRows>;
}

/**
 * Drops backups that the retention rule no longer keeps. The alarm `backup-drop` removes their files; the alarm
 * `upload-expiry` removes uploaded archives, also those of a deleted workspace.
 */
export function backupRetention({ clock, store, alarms, backupRows: rows, backups: files }: RetentionPorts) {
  function dropOld(): void {
    const state = store.readState();
    if (!state) return;
    // A deleted workspace's backups are dropped with its final backup.
    const isOver = state.phase.kind === 'deleted' && state.finalBackups.length === 0;
    const backups = rows.all();
    const dropped = isOver ? backups.map(({ id }) => id) : selectDroppedBackups(backups, clock.now());
    if (dropped.length === 0) return;
    rows.drop(dropped);
    alarms.set('backup-drop', clock.now());
  }

  /** @throws while the store is down: the alarm clock retries. */
  async function removeDropped(): Promise<void> {
    const state = store.readState();
    if (!state) return;
    const { workspaceId } = state.facts;
    for (const id of rows.listDropped()) {
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

  return { dropOld, removeDropped, expectUpload, removeUploads };
}
