import type { AnnouncePaymentMessage } from '#app/domain/mail/messages.ts';
import { type Clock, MINUTE_MS } from '#app/domain/time/clock.ts';
import type { WorkspaceObjects } from './rpc.ts';

/** After this, the payment is in the list of every page that shows payments. */
const NEWS_FOR_MS = 5 * MINUTE_MS;

/** Delivers an outbox message: pushes news of a payment to open pages. Drops outdated news. */
export async function announcePayment(
  ports: { clock: Clock; workspaceObject: WorkspaceObjects<'announcePayment'> },
  { workspaceId, outcome }: AnnouncePaymentMessage,
  createdAt: number,
): Promise<void> {
  if (ports.clock.now() - createdAt > NEWS_FOR_MS) return;
  await ports.workspaceObject(workspaceId).announcePayment(outcome);
}
