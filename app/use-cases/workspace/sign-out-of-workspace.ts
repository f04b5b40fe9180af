import { AppError } from '#app/domain/errors/app-error.ts';
import type { SignOutMessage } from '#app/domain/mail/messages.ts';
import type { WorkspaceObjects } from './rpc.ts';

/**
 * Delivers the outbox's signing out of a person from a workspace. Repeating it is harmless.
 *
 * @throws AppError workspace_not_online while it has to wait, and whatever else the workspace's object refuses with: the
 *   outbox repeats it.
 */
export async function signOutOfWorkspace(
  ports: { workspaceObject: WorkspaceObjects<'signOut'> },
  { workspaceId, accountId, email }: SignOutMessage,
): Promise<void> {
  const done = await ports.workspaceObject(workspaceId).signOut({ accountId, email });
  if (!done.ok) throw new AppError(done.code);
}
