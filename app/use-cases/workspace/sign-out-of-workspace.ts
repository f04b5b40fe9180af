import type { SignOutMessage } from '#app/domain/mail/messages.ts';
import { unwrap } from './call-object.ts';
import type { ObjectPorts } from './rpc.ts';

/**
 * Delivers an outbox message: ends a person's sessions in a workspace. Idempotent.
 *
 * @param at when the sessions were to end, UTC ms.
 * @throws AppError workspace_not_online and other refusals of the workspace's object: the outbox retries.
 */
export async function signOutOfWorkspace(
  ports: ObjectPorts<'signOut'>,
  { workspaceId, accountId, email }: SignOutMessage,
  at: number,
): Promise<void> {
  unwrap(await ports.workspaceObject(workspaceId).signOut({ accountId, email, at }));
}
