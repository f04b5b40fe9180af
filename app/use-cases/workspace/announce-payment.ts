import type { AnnouncePaymentMessage } from '#app/domain/mail/messages.ts';
import { type Clock, MINUTE_MS } from '#app/domain/time/clock.ts';
import type { ObjectPorts } from './rpc.ts';

/** After this, the payment is in the list of every page that shows payments. */
const MAX_ANNOUNCEMENT_AGE_MS = 5 * MINUTE_MS;

/** Delivers an outbox message: announces a payment on open pages. Drops an outdated announcement. */
export async function announcePayment(
  ports: { clock: Clock } & ObjectPorts<'announcePayment'>,
  { workspaceId, outcome }: AnnouncePaymentMessage,
  createdAt: number,
): Promise<void> {
  if (ports.clock.now() - createdAt > MAX_ANNOUNCEMENT_AGE_MS) return;
  await ports.workspaceObject(workspaceId).announcePayment(outcome);
}
