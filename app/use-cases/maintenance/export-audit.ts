import { HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import type { AuditLog } from '#app/integrations/audit-log/r2-audit-log.ts';
import type { Services } from '../services.ts';

const PAGE_ROWS = 1_000;
/** A row's timestamp is the start of its request; it is written only after the request's password hash. */
const SETTLED_AFTER_MS = MINUTE_MS;
/** Per run: the platform bounds the requests of a run, and the next run continues. */
const MAX_HOURS = 24;

interface Ports extends Pick<Services, 'maintenance'> {
  auditLog: AuditLog;
}

/**
 * The cron: copies the audit rows of the minute before last out of the database, so that the Worker's token cannot change
 * them (ASVS 5.0, 16.4.2 and 16.4.3).
 * @param scheduledAt the minute of the run, UTC ms.
 */
export function exportAuditMinute(ports: Ports, scheduledAt: number): Promise<void> {
  const to = Math.floor(scheduledAt / MINUTE_MS) * MINUTE_MS - SETTLED_AFTER_MS;
  return exportAudit(ports, { from: to - MINUTE_MS, to, name: nameOf(to - MINUTE_MS, 'minute') });
}

/**
 * Copies the whole hours since the last copied one, which include the rows of any missed minute. An hour whose copy fails is the
 * first of the next run, so an outage of any length leaves no gap.
 */
export async function exportAuditHours({ maintenance, auditLog }: Ports, scheduledAt: number): Promise<void> {
  const end = Math.floor(scheduledAt / HOUR_MS) * HOUR_MS;
  const copiedUntil = await maintenance.readAuditCopiedUntil();
  const begin = copiedUntil ?? end - HOUR_MS;
  // Should the first copy fail, the next run begins here too.
  if (copiedUntil === null) await maintenance.markAuditCopied(begin);
  for (let from = begin; from < Math.min(end, begin + MAX_HOURS * HOUR_MS); from += HOUR_MS) {
    const to = from + HOUR_MS;
    await exportAudit({ maintenance, auditLog }, { from, to, name: nameOf(from, 'hour') });
    await maintenance.markAuditCopied(to);
  }
}

async function exportAudit(
  ports: Ports,
  { from, to, name }: { from: number; to: number; name: string },
): Promise<void> {
  let after: { at: number; id: string } | null = null;
  for (let part = 0; ; part += 1) {
    const rows = await ports.maintenance.auditRows({ from, to, after, limit: PAGE_ROWS });
    const last = rows.at(-1);
    if (!last) return;
    const lines = rows.map((row) => `${JSON.stringify({ ...row, at: new Date(row.at).toISOString() })}\n`);
    await ports.auditLog.keep(`${name}.${part}.ndjson`, lines.join(''));
    after = { at: last.at, id: last.id };
  }
}

/** @returns such as `audit/2026-11-22/01-39`, of the hour without the minutes. */
function nameOf(from: number, span: 'minute' | 'hour'): string {
  const text = new Date(from).toISOString();
  const [day, hour, minute] = [text.slice(0, 10), text.slice(11, 13), text.slice(14, 16)];
  return `audit/${day}/${span === 'hour' ? hour : `${hour}-${minute}`}`;
}
