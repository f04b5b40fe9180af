import { type SQL, sql } from 'drizzle-orm';
import { newId } from '#app/crypto/secrets.ts';
import type { AuditKind } from '#app/domain/access/audit.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Role } from '#app/domain/access/roles.ts';
import type { Db } from '../client.ts';
import { auditEvents } from '../schema/index.ts';

interface AuditRow {
  now: number;
  /** A subquery where the batch decides whom it concerns. */
  accountId: string | SQL;
  userId: string | SQL | null;
  /** An expression where the batch decides. */
  kind: AuditKind | SQL;
  client: ClientInfo;
  subject?: string | SQL | null;
  role?: Role | SQL | null;
}

/** The statement that keeps a security event, with the change it tells of. @param condition writes nothing unless it holds. */
export function auditRow(db: Db, row: AuditRow, condition: SQL = sql`TRUE`) {
  const { now, accountId, userId, kind, client, subject = null, role = null } = row;
  return db.run(sql`INSERT INTO ${auditEvents}
      (id, at, account_id, user_id, kind, subject, role, address, place, user_agent)
    SELECT ${newId('aud')}, ${now}, ${accountId}, ${userId}, ${kind}, ${subject}, ${role},
      ${client.address}, ${client.place}, ${client.userAgent}
    WHERE ${condition}`);
}
