import { AppError } from '#app/domain/errors/app-error.ts';
import type { SetPersonMessage } from '#app/domain/mail/messages.ts';
import type { WorkspaceStore } from '#db/queries/workspaces.ts';
import type { WorkspaceObjects } from './rpc.ts';

/**
 * Delivers the outbox's word that somebody's role changed, or that they left: the workspace is told what they are now.
 * Repeating it is harmless.
 *
 * @throws AppError workspace_not_online while it has to wait, and whatever else the workspace's object refuses with: the
 *   outbox repeats it.
 */
export async function setPersonInWorkspace(
  ports: {
    workspaces: Pick<WorkspaceStore, 'roleOf'>;
    workspaceObject: WorkspaceObjects<'setPerson'>;
  },
  { workspaceId, accountId, email }: SetPersonMessage,
): Promise<void> {
  const role = await ports.workspaces.roleOf(accountId, email);
  const done = await ports.workspaceObject(workspaceId).setPerson({ accountId, email, role });
  if (!done.ok) throw new AppError(done.code);
}
