import { canStillListen } from '#app/domain/access/session.ts';
import type { CloseLiveMessage } from '#app/domain/mail/messages.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { WorkspaceObjects } from './rpc.ts';

/**
 * Delivers the outbox's closing of live connections whose session ended. A session that expired long after its last
 * request has none, and costs no call. Repeating it is harmless.
 */
export async function closeLive(
  ports: { clock: Clock; workspaceObject: WorkspaceObjects<'closeLive'> },
  { workspaceId, listener, lastSeenAt }: CloseLiveMessage,
): Promise<void> {
  if (lastSeenAt !== null && !canStillListen(lastSeenAt, ports.clock.now())) return;
  await ports.workspaceObject(workspaceId).closeLive(listener);
}
