import type { Viewer } from '#app/domain/access/viewer.ts';
import type { BackupList } from '#app/domain/backup/backup.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { HeldList } from '#app/domain/held-webhooks/held-request.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { listBackups } from '#app/use-cases/backups/manage-backups.ts';
import { listHeldWebhooks } from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';
import type { WorkspaceRpc } from '#app/use-cases/workspace/rpc.ts';
import type { RequestContext } from './load-context.ts';
import { readOrNull } from './read-or-null.ts';

/** @returns the workspace as its object sees it; null before it exists, and when the call failed (`readOrNull`). */
export function readInstance(context: RequestContext, viewer: Viewer): Promise<InstanceView | null> {
  return readOrNull(context, () => objectOf(context, viewer).view(viewer.account.id));
}

/** The single object call of /manage/export. */
export function readBackups(context: RequestContext, viewer: Viewer): Promise<BackupList | null> {
  return readOrNull(context, () => listBackups(context.services, viewer));
}

/** @returns a workspace's held webhooks; null before it exists, and when the call failed (`readOrNull`). */
export function readHeldWebhooks(
  context: RequestContext,
  viewer: Viewer,
  filter: Parameters<typeof listHeldWebhooks>[2],
): Promise<HeldList | null> {
  return readOrNull(context, async () => {
    try {
      return await listHeldWebhooks(context.services, viewer, filter);
    } catch (error) {
      if (error instanceof AppError && error.code === 'workspace_not_found') return null;
      throw error;
    }
  });
}

/** @returns the object of the viewer's workspace. */
export function objectOf({ services }: RequestContext, viewer: Viewer): WorkspaceRpc {
  return services.workspaceObject(viewer.workspace.id);
}
