import { type SQL, sql } from 'drizzle-orm';
import { hashTokenSync, newId } from '#app/crypto/secrets.ts';
import type { AuditKind } from '#app/domain/access/audit.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Db } from '../client.ts';
import { authenticatorApps, knownDevices, memberships, passkeys, sessions } from '../schema/index.ts';
import type { Act } from './act.ts';
import { auditRow } from './audit.ts';

interface SignInRows {
  now: number;
  sessionTokenHash: string;
  /** As the browser presented it. */
  deviceTokenHash: string;
  /** A subquery where the batch decides who signs in. */
  userId: string | SQL;
  accountId: string | SQL;
  /** The audit row's, when nothing more is due. */
  kind: AuditKind;
  /**
   * What proved who they are. A workspace's code is no proof for what hurts; a passkey is a second
   * factor by itself.
   */
  proof: 'password' | 'mail' | 'code' | 'passkey';
  client: ClientInfo;
}

/**
 * The statements that sign somebody in: the session, the browser that is known from now on, and the audit row. Somebody
 * who has a second factor, in a browser that is not remembered, gets a session that still owes it.
 *
 * @param condition writes none of them unless it holds.
 */
export function signInRows(db: Db, row: SignInRows, condition: SQL = sql`TRUE`) {
  const { now, sessionTokenHash, deviceTokenHash, userId, accountId, kind, proof, client } = row;
  const hasFactor = hasSecondFactor(userId);
  const owesFactor =
    proof === 'passkey'
      ? sql`FALSE`
      : sql`(${hasFactor} AND NOT ${isRemembered(deviceTokenHash, userId, now)})`;
  // A remembered browser is let in without the factor, which for what hurts is asked all the same.
  const provedAt =
    proof === 'passkey'
      ? sql`${now}`
      : proof === 'code'
        ? sql`0`
        : sql`CASE WHEN ${hasFactor} THEN 0 ELSE ${now} END`;
  // Of the session as it was written: by the next statement the browser has another token.
  const isDue = sql`EXISTS (SELECT 1 FROM ${sessions}
    WHERE ${sessions.tokenHash} = ${sessionTokenHash} AND ${sessions.isFactorDue})`;
  return [
    db.run(sql`INSERT INTO ${sessions} (token_hash, id, user_id, account_id, user_agent, address, place,
        created_at, last_seen_at, is_factor_due, proved_at)
      SELECT ${sessionTokenHash}, ${newId('ses')}, ${userId}, ${accountId}, ${client.userAgent},
        ${client.address}, ${client.place}, ${now}, ${now}, ${owesFactor}, ${provedAt}
      WHERE ${condition}`),
    ...knownDeviceRows(
      db,
      { now, deviceTokenHash, userId, client },
      { condition, isKnown: sql`${condition} AND NOT ${isDue}` },
    ),
    auditRow(
      db,
      {
        now,
        accountId,
        userId,
        kind: sql`CASE WHEN ${isDue} THEN 'second_factor_due' ELSE ${kind} END`,
        client,
      },
      condition,
    ),
  ] as const;
}

/**
 * The statements that give a browser a device token of our making, for everybody who shares it, and have it known for a
 * person: no value that a client chose is ever kept.
 *
 * @param row.deviceTokenHash as the browser presented it.
 * @param row.rememberedUntil asks it for no second factor until then, UTC ms.
 * @param conditions.isKnown whether the person has proved all that they owe, and is known from now on.
 */
export function knownDeviceRows(
  db: Db,
  row: Act & { deviceTokenHash: string; userId: string | SQL; rememberedUntil?: number | null },
  { condition, isKnown }: { condition: SQL; isKnown: SQL },
) {
  const { now, deviceTokenHash, userId, client, rememberedUntil = null } = row;
  const newDeviceTokenHash = hashTokenSync(client.newDeviceToken);
  return [
    db.run(sql`UPDATE ${knownDevices} SET token_hash = ${newDeviceTokenHash}
      WHERE ${knownDevices.tokenHash} = ${deviceTokenHash} AND ${condition}`),
    db.run(sql`INSERT INTO ${knownDevices}
        (token_hash, user_id, created_at, last_seen_at, id, user_agent, remembered_until)
      SELECT ${newDeviceTokenHash}, ${userId}, ${now}, ${now}, ${newId('dev')}, ${client.userAgent}, ${rememberedUntil}
      WHERE ${isKnown}
      ON CONFLICT (token_hash, user_id) DO UPDATE SET last_seen_at = excluded.last_seen_at,
        user_agent = excluded.user_agent,
        id = CASE WHEN ${knownDevices.id} = '' THEN excluded.id ELSE ${knownDevices.id} END,
        remembered_until = coalesce(excluded.remembered_until, remembered_until)`),
  ] as const;
}

/** @returns the condition that a person has an authenticator app or a passkey. */
export function hasSecondFactor(userId: string | SQL): SQL {
  return sql`(${hasApp(userId)} OR ${hasPasskey(userId)})`;
}

export function hasApp(userId: string | SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${authenticatorApps} WHERE ${authenticatorApps.userId} = ${userId})`;
}

export function hasPasskey(userId: string | SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${passkeys} WHERE ${passkeys.userId} = ${userId})`;
}

/** @returns the id of a browser that is known for a person, which outlives its token; an expression, NULL for a stranger. */
export function knownDeviceId(deviceTokenHash: string, userId: string | SQL): SQL {
  return sql`(SELECT ${knownDevices.id} FROM ${knownDevices} WHERE ${knownDevices.tokenHash} = ${deviceTokenHash}
    AND ${knownDevices.userId} = ${userId})`;
}

function isRemembered(deviceTokenHash: string, userId: string | SQL, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM ${knownDevices} WHERE ${knownDevices.tokenHash} = ${deviceTokenHash}
    AND ${knownDevices.userId} = ${userId} AND ${knownDevices.rememberedUntil} > ${now})`;
}

/** @returns the account that a person signs in to: their own before one they were invited to, then the latest. */
export function homeAccountOf(userId: string | SQL): SQL {
  return sql`(SELECT ${memberships.accountId} FROM ${memberships} WHERE ${memberships.userId} = ${userId}
    ORDER BY ${memberships.role} = 'owner' DESC, ${memberships.createdAt} DESC LIMIT 1)`;
}
