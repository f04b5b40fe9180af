import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import type { AuditLog } from '#app/integrations/audit-log/r2-audit-log.ts';
import { reconcileBilling } from '../billing/reconcile-billing.ts';
import { type DeliverOutboxPorts, deliverOutbox } from '../outbox/deliver-outbox.ts';
import type { Services } from '../services.ts';
import { type ReconcilePorts, reconcileWorkspaces } from '../workspace/reconcile-workspaces.ts';
import { exportAuditHours, exportAuditMinute } from './export-audit.ts';
import { type RenewKeysPorts, renewKeys } from './renew-keys.ts';

/** At another minute than the clean-up, so that neither waits for the other's round trips. */
const RECONCILE_AT_MINUTE = 30;
/** All rows of the previous hour are written by then. */
const AUDIT_HOUR_AT_MINUTE = 5;
const BILLING_AT_MINUTE = 45;
/** UTC: a quiet hour for most customers. */
const BILLING_AT_HOUR = 4;

/**
 * The platform's cron, each minute: delivers what a crash or a provider's fault left in the outbox, copies audit rows
 * and renews keys. Once an hour it deletes expired rows and reconciles workspaces, and once a day it reconciles billing.
 * A failure does not stop other work.
 *
 * @param scheduledAt the minute this run is for, UTC ms.
 */
export async function runScheduledWork(
  ports: DeliverOutboxPorts &
    ReconcilePorts &
    RenewKeysPorts &
    Pick<Services, 'maintenance' | 'billing' | 'billingProvider'> & { auditLog: AuditLog },
  scheduledAt: number,
): Promise<void> {
  const minuteOfHour = Math.floor((scheduledAt % HOUR_MS) / MINUTE_MS);
  const work: Promise<unknown>[] = [
    deliverOutbox(ports),
    exportAuditMinute(ports, scheduledAt),
    renewKeys(ports),
  ];
  if (minuteOfHour === 0) work.push(ports.maintenance.removeExpired(scheduledAt));
  if (minuteOfHour === AUDIT_HOUR_AT_MINUTE) work.push(exportAuditHours(ports, scheduledAt));
  const hourOfDay = Math.floor((scheduledAt % DAY_MS) / HOUR_MS);
  if (hourOfDay === BILLING_AT_HOUR && minuteOfHour === BILLING_AT_MINUTE) work.push(reconcileBilling(ports));
  if (minuteOfHour === RECONCILE_AT_MINUTE) work.push(reconcileWorkspaces(ports));
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === 'rejected') ports.reportError(outcome.reason);
  }
}
