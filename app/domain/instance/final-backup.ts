import { DAY_MS } from '../time/clock.ts';

/** Design §4, "Trial": the final backup stays downloadable. */
export const FINAL_BACKUP_KEPT_MS = 90 * DAY_MS;

/** @returns the final backup's key in the backup store: one for each life of a workspace, so a repetition replaces it. */
export function finalBackupKey(workspaceId: string, incarnation: number): string {
  return `final/${workspaceId}/${incarnation}.zip`;
}
