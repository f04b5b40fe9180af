import { AppError } from '#app/domain/errors/app-error.ts';
import type { SignOutMessage } from '#app/domain/mail/messages.ts';
import type { WorkspaceObjects } from './rpc.ts';

/**
 * Delivers an outbox message: ends a person's sessions in a workspace. Harmless to repeat.
 *
 * @throws AppError workspace_not_online and other refusals of the workspace's object: the outbox retries.
 */
export async function signOutOfWorkspace(
  ports: { workspaceObject: WorkspaceObjects<'signOut'> },
  { workspaceId, accountId, email }: SignOutMessage,
): Promise<void> {
  const done = await ports.workspaceObject(workspaceId).signOut({ accountId, email });
  if (!done.ok) throw new AppError(done.code);
}
