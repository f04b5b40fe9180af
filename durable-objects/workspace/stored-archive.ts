import type { Backup } from '#app/domain/backup/backup.ts';
import { archiveFileName, backupKey, incarnationOfFinal, listFinalBackups } from '#app/domain/backup/keys.ts';
import { finalBackupKey } from '#app/domain/instance/final-backup.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import type { StoredArchive } from '#app/use-cases/workspace/rpc-requests.ts';

/**
 * @param backups the backups with a row; final backups are in the state.
 * @returns a backup's archive; null for an unknown id.
 */
export function findArchive(
  { facts, finalBackups }: InstanceState,
  backups: readonly Backup[],
  backupId: string,
): StoredArchive | null {
  const backup = [...listFinalBackups(finalBackups), ...backups].find(({ id }) => id === backupId);
  if (!backup) return null;
  const { bytes, takenAt, hasCredentials } = backup;
  const incarnation = incarnationOfFinal(backupId);
  const { workspaceId, name } = facts;
  const key =
    incarnation === null ? backupKey(workspaceId, backupId) : finalBackupKey(workspaceId, incarnation);
  return { key, bytes, fileName: archiveFileName(name, takenAt), hasCredentials };
}
