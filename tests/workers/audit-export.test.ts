import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { r2AuditLog } from '#app/integrations/audit-log/r2-audit-log.ts';
import { exportAuditHours, exportAuditMinute } from '#app/use-cases/maintenance/export-audit.ts';
import { maintenanceStore } from '#db/queries/expired-rows.ts';
import { auditEvents, cursors } from '#db/schema/index.ts';
import { database } from './support/account.ts';

const db = database();
const ports = { maintenance: maintenanceStore(db), auditLog: r2AuditLog(env.AUDIT_LOG) };

/** Hours without other events; one per test. */
let hour = Date.UTC(2001, 0, 1);
const nextHour = () => {
  hour += HOUR_MS;
  return hour;
};

let count = 0;
async function recordActs(...instants: number[]): Promise<string[]> {
  const rows = instants.map((at) => {
    count += 1;
    return {
      id: `aud_${String(count).padStart(6, '0')}`,
      at,
      kind: 'signed_in' as const,
      accountId: 'acc_1',
      userId: 'usr_1',
      subject: 'a\n"b"',
      role: null,
      address: '192.0.2.7',
      place: 'Berlin, DE',
      userAgent: 'curl/8',
    };
  });
  for (let start = 0; start < rows.length; start += 500) {
    await db.insert(auditEvents).values(rows.slice(start, start + 500));
  }
  return rows.map(({ id }) => id);
}

/** The ids in a copy; null without a copy. */
async function readCopy(name: string): Promise<string[] | null> {
  const object = await env.AUDIT_LOG.get(name);
  if (!object) return null;
  const lines = (await object.text()).trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as { id: string }).id);
}

test('each minute copies the audit rows of the minute before last, and no other', async () => {
  const start = nextHour();
  const [, first, last] = await recordActs(start - 1, start, start + MINUTE_MS - 1, start + MINUTE_MS);
  await exportAuditMinute(ports, start + 2 * MINUTE_MS);
  expect(await readCopy('audit/2001-01-01/01-00.0.ndjson')).toEqual([first, last]);
  const text = await (await env.AUDIT_LOG.get('audit/2001-01-01/01-00.0.ndjson'))?.text();
  expect(JSON.parse(text?.split('\n')[0] ?? '')).toEqual({
    id: first,
    at: '2001-01-01T01:00:00.000Z',
    kind: 'signed_in',
    accountId: 'acc_1',
    userId: 'usr_1',
    subject: 'a\n"b"',
    role: null,
    address: '192.0.2.7',
    place: 'Berlin, DE',
    userAgent: 'curl/8',
  });
  // A minute without an event leaves no copy.
  await exportAuditMinute(ports, start + 9 * MINUTE_MS);
  expect(await readCopy('audit/2001-01-01/01-07.0.ndjson')).toBeNull();
});

test('a copy is unchanged when its rows are changed or deleted afterwards', async () => {
  const start = nextHour();
  const ids = await recordActs(start, start + 1);
  await exportAuditMinute(ports, start + 2 * MINUTE_MS);
  await recordActs(start + 2);
  await exportAuditMinute(ports, start + 2 * MINUTE_MS);
  expect(await readCopy('audit/2001-01-01/02-00.0.ndjson')).toEqual(ids);
});

test('the hour’s copy holds what no minute’s run has copied', async () => {
  const start = nextHour();
  const ids = await recordActs(start, start + 30 * MINUTE_MS, start + HOUR_MS - 1);
  await recordActs(start + HOUR_MS);
  await exportAuditHours(ports, start + HOUR_MS + 5 * MINUTE_MS);
  expect(await readCopy('audit/2001-01-01/03.0.ndjson')).toEqual(ids);
});

test('more rows than fit a part are copied in parts, each row once', async () => {
  // The previous test left a row in the first millisecond of an hour; this hour is after it.
  nextHour();
  const start = nextHour();
  // Many rows at one instant: the parts must neither overlap nor leave a gap there.
  const ids = await recordActs(
    ...Array.from({ length: 2_300 }, (_, index) => start + Math.floor(index / 900)),
  );
  await exportAuditMinute(ports, start + 2 * MINUTE_MS);
  const parts = await Promise.all(
    [0, 1, 2, 3].map((part) => readCopy(`audit/2001-01-01/05-00.${part}.ndjson`)),
  );
  expect(parts.map((part) => part?.length)).toEqual([1_000, 1_000, 300, undefined]);
  expect(parts.flatMap((part) => part ?? [])).toEqual(ids);
});

test('an hour whose copy failed is copied with the next one', async () => {
  const start = nextHour();
  const ids = await recordActs(start);
  const failing = { ...ports, auditLog: { keep: () => Promise.reject(new Error('R2 is down')) } };
  await expect(exportAuditHours(failing, start + HOUR_MS)).rejects.toThrow('R2 is down');
  await exportAuditHours(ports, start + 2 * HOUR_MS);
  const [day, hourOfDay] = new Date(start).toISOString().split(/[T:]/);
  expect(await readCopy(`audit/${day}/${hourOfDay}.0.ndjson`)).toEqual(ids);
});

test('an hour whose copy failed is copied even if the copy of the next hour fails', async () => {
  // The previous test copied the hour after its own.
  nextHour();
  const start = nextHour();
  const ids = await recordActs(start);
  await recordActs(nextHour());
  const [older, newer] = [start, start + HOUR_MS].map((at) => {
    const [day, hourOfDay] = new Date(at).toISOString().split(/[T:]/);
    return `audit/${day}/${hourOfDay}.0.ndjson`;
  });
  const keep: typeof ports.auditLog.keep = (name, lines) =>
    name === newer ? Promise.reject(new Error('R2 is down')) : ports.auditLog.keep(name, lines);
  await expect(exportAuditHours({ ...ports, auditLog: { keep } }, start + 2 * HOUR_MS)).rejects.toThrow(
    'R2 is down',
  );
  expect(await readCopy(String(older))).toEqual(ids);
});

test('the first hour of a database is copied even if its copy fails', async () => {
  await db.delete(cursors);
  const start = nextHour();
  const ids = await recordActs(start);
  const failing = { ...ports, auditLog: { keep: () => Promise.reject(new Error('R2 is down')) } };
  await expect(exportAuditHours(failing, start + HOUR_MS)).rejects.toThrow('R2 is down');
  hour = start + 3 * HOUR_MS;
  await exportAuditHours(ports, hour);
  const [day, hourOfDay] = new Date(start).toISOString().split(/[T:]/);
  expect(await readCopy(`audit/${day}/${hourOfDay}.0.ndjson`)).toEqual(ids);
});

test('an outage of any length leaves no gap, and a run copies the hours of at most a day', async () => {
  const start = nextHour();
  const nameOf = (at: number) =>
    `audit/${new Date(at).toISOString().slice(0, 13).replace('T', '/')}.0.ndjson`;
  const lost = await recordActs(start);
  const failing = { ...ports, auditLog: { keep: () => Promise.reject(new Error('R2 is down')) } };
  for (let runs = 1; runs <= 3; runs += 1)
    await expect(exportAuditHours(failing, start + runs * HOUR_MS)).rejects.toThrow('R2 is down');
  hour = start + 30 * HOUR_MS;
  const last = await recordActs(hour - 1);
  await exportAuditHours(ports, hour);
  expect(await readCopy(nameOf(start))).toEqual(lost);
  expect(await readCopy(nameOf(hour - 1))).toBeNull();
  await exportAuditHours(ports, hour + MINUTE_MS);
  expect(await readCopy(nameOf(hour - 1))).toEqual(last);
});
