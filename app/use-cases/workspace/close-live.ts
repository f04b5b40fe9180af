import { canStillListen } from '#app/domain/access/session.ts';
import type { CloseLiveMessage } from '#app/domain/mail/messages.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { ObjectPorts } from './rpc.ts';

/**
 * Delivers an outbox message: closes the live connections of an ended session. A session without recent
 * requests has no connection and costs no call. Idempotent.
 */
export async function closeLive(
  ports: { clock: Clock } & ObjectPorts<'closeLive'>,
  { workspaceId, listener, lastSeenAt }: CloseLiveMessage,
): Promise<void> {
  if (lastSeenAt !== null && !canStillListen(lastSeenAt, ports.clock.now())) return;
  await ports.workspaceObject(workspaceId).closeLive(listener);
}
