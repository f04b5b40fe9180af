import { type SQL, sql } from 'drizzle-orm';
import type { AuditKind } from '#app/domain/access/audit.ts';
import type { ClientInfo } from '#app/use-cases/client-info.ts';
import { hashTokenSync, newId } from '#app/use-cases/secrets.ts';
import type { Db } from '../client.ts';
import { knownDevices, memberships, sessions } from '../schema/index.ts';
import { auditRow } from './audit.ts';

interface SignInRows {
  now: number;
  sessionTokenHash: string;
  /** As the browser presented it. */
  deviceTokenHash: string;
  /** A subquery where the batch decides who signs in. */
  userId: string | SQL;
  accountId: string | SQL;
  kind: AuditKind;
  client: ClientInfo;
}

/**
 * The statements that sign somebody in: the session, the browser that is known from now on, and the audit row. The
 * browser gets a device token of our making with each sign-in, for everybody who shares it: no value that a client chose
 * is ever kept.
 * @param condition writes none of them unless it holds.
 */
export function signInRows(db: Db, row: SignInRows, condition: SQL = sql`TRUE`) {
  const { now, sessionTokenHash, deviceTokenHash, userId, accountId, kind, client } = row;
  const newDeviceTokenHash = hashTokenSync(client.newDeviceToken);
  return [
    db.run(sql`INSERT INTO ${sessions}
        (token_hash, id, user_id, account_id, user_agent, address, place, created_at, last_seen_at)
      SELECT ${sessionTokenHash}, ${newId('ses')}, ${userId}, ${accountId}, ${client.userAgent},
        ${client.address}, ${client.place}, ${now}, ${now}
      WHERE ${condition}`),
    db.run(sql`UPDATE ${knownDevices} SET token_hash = ${newDeviceTokenHash}
      WHERE ${knownDevices.tokenHash} = ${deviceTokenHash} AND ${condition}`),
    db.run(sql`INSERT INTO ${knownDevices} (token_hash, user_id, created_at, last_seen_at)
      SELECT ${newDeviceTokenHash}, ${userId}, ${now}, ${now} WHERE ${condition}
      ON CONFLICT (token_hash, user_id) DO UPDATE SET last_seen_at = excluded.last_seen_at`),
    auditRow(db, { now, accountId, userId, kind, client }, condition),
  ] as const;
}

/** @returns the account that a person signs in to: their own before one they were invited to, then the latest. */
export function homeAccountOf(userId: string | SQL): SQL {
  return sql`(SELECT ${memberships.accountId} FROM ${memberships} WHERE ${memberships.userId} = ${userId}
    ORDER BY ${memberships.role} = 'owner' DESC, ${memberships.createdAt} DESC LIMIT 1)`;
}
