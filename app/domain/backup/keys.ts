import type { FinalBackup } from '../instance/state.ts';
import type { Backup } from './backup.ts';

const FINAL_ID = /^bkp_final-(\d{1,6})$/;

/** @returns a backup's key in the backup store. */
export function backupKey(workspaceId: string, backupId: string): string {
  return `backups/${workspaceId}/${backupId}.zip`;
}

/** @returns the prefix of the keys of an account's uploads. */
export function uploadPrefix(accountId: string): string {
  return `uploads/${accountId}/`;
}

/** @returns the final backups of earlier incarnations as list entries, without those from before there were archives. */
export function listFinalBackups(finalBackups: readonly FinalBackup[]): Backup[] {
  return finalBackups.flatMap(({ key, bytes, takenAt, workflows }) => {
    const incarnation = /\/(\d+)\.zip$/.exec(key)?.[1];
    if (incarnation === undefined) return [];
    const id = finalBackupId(incarnation);
    return [{ id, trigger: 'final' as const, takenAt, bytes, workflows, hasCredentials: false }];
  });
}

/** @returns the id of an incarnation's final backup, in lists and addresses. */
export function finalBackupId(incarnation: number | string): string {
  return `bkp_final-${incarnation}`;
}

/** @returns the incarnation of a listed final backup; null for any other backup's id. */
export function incarnationOfFinal(backupId: string): number | null {
  const incarnation = FINAL_ID.exec(backupId)?.[1];
  return incarnation === undefined ? null : Number(incarnation);
}

/** @param takenAt UTC ms. @returns the file name of a downloaded archive. */
export function archiveFileName(workspaceName: string, takenAt: number): string {
  const moment = new Date(takenAt).toISOString().slice(0, 16).replaceAll(/[:T]/g, '-');
  return `${workspaceName}-workflows-${moment}.zip`;
}
