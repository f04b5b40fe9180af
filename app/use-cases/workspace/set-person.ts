import type { SetPersonMessage } from '#app/domain/mail/messages.ts';
import type { WorkspaceStore } from '#db/queries/workspaces.ts';
import { unwrap } from './call-object.ts';
import type { ObjectPorts } from './rpc.ts';

/**
 * Delivers an outbox message: sends a workspace a person's current role, or that they left. Idempotent.
 *
 * @throws AppError workspace_not_online and other refusals of the workspace's object: the outbox retries.
 */
export async function setPersonInWorkspace(
  ports: { workspaces: Pick<WorkspaceStore, 'roleOf'> } & ObjectPorts<'setPerson'>,
  { workspaceId, accountId, email }: SetPersonMessage,
): Promise<void> {
  const role = await ports.workspaces.roleOf(accountId, email);
  unwrap(await ports.workspaceObject(workspaceId).setPerson({ accountId, email, role }));
}
