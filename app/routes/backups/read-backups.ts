import type { Viewer } from '#app/domain/access/viewer.ts';
import type { BackupList } from '#app/domain/backup/backup.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { listBackups } from '#app/use-cases/backups/manage-backups.ts';

/**
 * The single object call of /manage/export. Its failure must not fail the page.
 * @returns null when the backups are unavailable now, or there is no workspace yet.
 */
export async function readBackups(context: RequestContext, viewer: Viewer): Promise<BackupList | null> {
  try {
    return await listBackups(context.services, viewer);
  } catch (error) {
    context.reportError(error);
    return null;
  }
}
