import { DAY_MS } from '../time/clock.ts';

/** How long the final backup stays downloadable (design §4, "Trial"). */
export const FINAL_BACKUP_KEPT_MS = 90 * DAY_MS;

/** @returns the final backup's key in the backup store: one per incarnation, so that a repetition replaces it. */
export function finalBackupKey(workspaceId: string, incarnation: number): string {
  return `final/${workspaceId}/${incarnation}.zip`;
}
