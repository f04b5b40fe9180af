import { HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { type DeliverOutboxPorts, deliverOutbox } from '../outbox/deliver-outbox.ts';
import type { MaintenanceStore } from './ports.ts';

/**
 * The platform's cron, each minute: delivers what a crash or a provider's fault left in the outbox, and once an hour
 * clears away what has expired. Neither keeps the other from running.
 *
 * @param scheduledAt the minute this run is for, UTC ms.
 */
export async function runScheduledWork(
  ports: DeliverOutboxPorts & { maintenance: MaintenanceStore },
  scheduledAt: number,
): Promise<void> {
  const isFirstMinuteOfHour = scheduledAt % HOUR_MS < MINUTE_MS;
  const work = [deliverOutbox(ports)];
  if (isFirstMinuteOfHour) work.push(ports.maintenance.removeExpired(scheduledAt));
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === 'rejected') ports.reportError(outcome.reason);
  }
}
