import type { Backup } from '#app/domain/backup/backup.ts';
import { archiveFileName, backupKey, incarnationOfFinal } from '#app/domain/backup/keys.ts';
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
  const incarnation = incarnationOfFinal(backupId);
  const key = incarnation === null ? null : finalBackupKey(facts.workspaceId, incarnation);
  const final = finalBackups.find((backup) => backup.key === key);
  if (final) return openStoredArchive(facts.name, final.key, { ...final, hasCredentials: false });
  const backup = backups.find(({ id }) => id === backupId);
  return backup ? openStoredArchive(facts.name, backupKey(facts.workspaceId, backup.id), backup) : null;
}

function openStoredArchive(
  name: string,
  key: string,
  { bytes, takenAt, hasCredentials }: Pick<Backup, 'bytes' | 'takenAt' | 'hasCredentials'>,
): StoredArchive {
  return { key, bytes, fileName: archiveFileName(name, takenAt), hasCredentials };
}
