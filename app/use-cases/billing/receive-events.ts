import { foreignEvent, isNotUnderstood } from '#app/domain/billing/provider-event.ts';
import type { ReceivedEvent } from '#app/domain/billing/provider-port.ts';
import type { Services } from '../services.ts';

type Ports = Pick<Services, 'clock'> & {
  billing: Pick<Services['billing'], 'receive'>;
  reportError(error: unknown): void;
};

/**
 * Stores the provider's events, and applies those that are newer than the stored state. Idempotent. Reports the events that
 * should have been applied and could not be: they are stored too, to be replayed once the portal understands them.
 * @param events written in one round trip.
 */
export async function receiveEvents(ports: Ports, events: readonly ReceivedEvent[]): Promise<void> {
  const foreign = await ports.billing.receive(events, ports.clock.now());
  for (const { event } of events.filter((received) => isNotUnderstood(received.event))) {
    ports.reportError(new Error(`${event.type} ${event.id} was not applied.`));
  }
  for (const eventId of foreign) ports.reportError(foreignEvent(eventId));
}
