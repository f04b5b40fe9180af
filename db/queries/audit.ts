import { type SQL, sql } from 'drizzle-orm';
import { newAuditId } from '#app/crypto/secrets.ts';
import type { AuditKind, RecordedAct } from '#app/domain/access/audit.ts';
import type { Role } from '#app/domain/access/roles.ts';
import type { Db } from '../database.ts';
import { auditEvents } from '../schema/index.ts';
import type { Act, ViewerAct } from './act.ts';
import { homeAccountOf } from './home-account.ts';

/** A security event; a field is an expression where the batch decides its value. */
interface AuditRow {
  kind: AuditKind | SQL;
  subject?: string | SQL | null;
  role?: Role | SQL | null;
}

/** Without an account, the one that the person signs in to. */
type AuditSubject =
  | { userId: string | SQL; accountId?: undefined }
  | { userId: string | SQL | null; accountId: string | SQL };

/** The statement that records a security event. @param condition if false, nothing is written. */
export function auditRow(db: Db, row: Act & AuditRow & AuditSubject, condition: SQL = sql`TRUE`) {
  const { now, userId, kind, client, subject = null, role = null } = row;
  const accountId = row.accountId ?? homeAccountOf(row.userId);
  return db.run(sql`INSERT INTO ${auditEvents}
      (id, at, account_id, user_id, kind, subject, role, address, place, user_agent)
    SELECT ${newAuditId(now)}, ${now}, ${accountId}, ${userId}, ${kind}, ${subject}, ${role},
      ${client.address}, ${client.place}, ${client.userAgent}
    WHERE ${condition}`);
}

/** The statement that records an act of the viewer in their current account. */
export function viewerAuditRow(
  db: Db,
  { now, viewer, client }: ViewerAct,
  event: AuditRow,
  condition: SQL = sql`TRUE`,
) {
  const row = { now, client, userId: viewer.user.id, accountId: viewer.account.id, ...event };
  return auditRow(db, row, condition);
}

/** Records people's acts that change no other row of the database, for the account's owners. */
export function auditTrail(db: Db) {
  return {
    /** One round trip; no round trip without an act. */
    async record(by: ViewerAct, acts: readonly RecordedAct[]): Promise<void> {
      if (acts.length === 0) return;
      await db.batch({ items: acts.map((act) => viewerAuditRow(db, by, act)) });
    },
  };
}
