import type { FinalBackup } from '../instance/state.ts';
import type { Backup } from './backup.ts';

const FINAL_ID = /^bkp_final-(\d{1,6})$/;

/** @returns a backup's key in the backup store. */
export function backupKey(workspaceId: string, backupId: string): string {
  return `backups/${workspaceId}/${backupId}.zip`;
}

/** @returns what the keys of an account's uploads begin with. */
export function uploadPrefix(accountId: string): string {
  return `uploads/${accountId}/`;
}

/** @returns the final backups of earlier lives as the list has them; those from before there were archives are not in it. */
export function listedFinals(finalBackups: readonly FinalBackup[]): Backup[] {
  return finalBackups.flatMap(({ key, bytes, takenAt, workflows = 0 }) => {
    const life = /\/(\d+)\.zip$/.exec(key)?.[1];
    if (life === undefined) return [];
    return [
      {
        id: finalBackupId(life),
        trigger: 'final' as const,
        takenAt,
        bytes,
        workflows,
        hasCredentials: false,
      },
    ];
  });
}

/** @returns the id of a life's final backup, as it is listed and found. */
export function finalBackupId(life: number | string): string {
  return `bkp_final-${life}`;
}

/** @returns of which life a listed final backup is; null for any other backup's id. */
export function lifeOfFinal(backupId: string): number | null {
  const life = FINAL_ID.exec(backupId)?.[1];
  return life === undefined ? null : Number(life);
}

/** @param takenAt UTC ms. @returns what an archive is called when it is downloaded. */
export function archiveFileName(workspaceName: string, takenAt: number): string {
  const moment = new Date(takenAt).toISOString().slice(0, 16).replaceAll(/[:T]/g, '-');
  return `${workspaceName}-workflows-${moment}.zip`;
}
