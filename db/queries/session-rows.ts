import { eq, type SQL, sql } from 'drizzle-orm';
import { hashTokenSync, newId } from '#app/crypto/secrets.ts';
import type { AuditKind } from '#app/domain/access/audit.ts';
import type { Role } from '#app/domain/access/roles.ts';
import { REPLACED_DEVICE_TOKEN_LIFETIME_MS } from '#app/domain/access/session.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Db } from '../database.ts';
import { authenticatorApps, knownDevices, passkeys, sessions } from '../schema/index.ts';
import type { Act } from './act.ts';
import { auditRow } from './audit.ts';

interface SignInRows extends Act {
  sessionTokenHash: string;
  /** Hash of the device token that the browser presented. */
  deviceTokenHash: string;
  /** A subquery if the batch decides who signs in. */
  userId: string | SQL;
  accountId: string | SQL;
  /** Kind of the audit row, unless a second factor is due. */
  kind: AuditKind;
  /** The role that the audit row names. */
  role?: Role;
  /** The proof of the person's identity. A login code is not a recent proof; a passkey is a second factor by itself. */
  proof: 'password' | 'mail' | 'code' | 'passkey';
}

/**
 * The statements that sign a person in: the session, the known browser and the audit row. With a second factor, and in
 * a browser that is not remembered, the session waits for that factor.
 * @param condition if false, nothing is written.
 */
export function signInRows(db: Db, row: SignInRows, condition: SQL = sql`TRUE`) {
  const { now, sessionTokenHash, deviceTokenHash, userId, accountId, kind, role = null, proof, client } = row;
  const hasFactor = hasAnyFactor(userId);
  const owesFactor =
    proof === 'passkey'
      ? sql`FALSE`
      : sql`(${hasFactor} AND NOT ${isRemembered(deviceTokenHash, userId, now)})`;
  // A remembered browser signs in without the factor, but sensitive changes still require it.
  const provedAt =
    proof === 'passkey'
      ? sql`${now}`
      : proof === 'code'
        ? sql`0`
        : sql`CASE WHEN ${hasFactor} THEN 0 ELSE ${now} END`;
  // Read from the session: the next statement gives the browser another token.
  const isDue = sql`EXISTS (SELECT 1 FROM ${sessions}
    WHERE ${sessions.tokenHash} = ${sessionTokenHash} AND ${sessions.isFactorDue})`;
  return [
    db.run(sql`INSERT INTO ${sessions} (token_hash, id, user_id, account_id, user_agent, address, place,
        created_at, last_seen_at, is_factor_due, proved_at)
      SELECT ${sessionTokenHash}, ${newId('ses')}, ${userId}, ${accountId}, ${client.userAgent},
        ${client.address}, ${client.place}, ${now}, ${now}, ${owesFactor}, ${provedAt}
      WHERE ${condition}`),
    ...writeKnownDevice(
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
        role,
        client,
      },
      condition,
    ),
  ] as const;
}

/**
 * The statements that give a browser a new device token, for everyone who shares the browser, and mark it as known to a
 * person. No value chosen by a client becomes known. The token that the browser presented stays valid for a few minutes, for those
 * to whom the browser was known by it: if the answer is lost, the browser presents it again. A replaced token moves only the row of
 * the person who signs in, and its minutes never begin again: a copy of it gives nothing to others.
 *
 * @param row.deviceTokenHash of the token that the browser presented.
 * @param row.rememberedUntil until then the browser needs no second factor, UTC ms.
 * @param conditions.isKnown whether the person has proved every factor, so that the browser is known to them.
 */
export function writeKnownDevice(
  db: Db,
  row: Act & { deviceTokenHash: string; userId: string | SQL; rememberedUntil?: number | null },
  { condition, isKnown }: { condition: SQL; isKnown: SQL },
) {
  const { now, deviceTokenHash, userId, client, rememberedUntil = null } = row;
  const newDeviceTokenHash = hashTokenSync(client.newDeviceToken);
  return [
    db.run(sql`UPDATE ${knownDevices} SET token_hash = ${newDeviceTokenHash},
        previous_token_hash = ${deviceTokenHash}, previous_valid_until = CASE token_hash
          WHEN ${deviceTokenHash} THEN ${now + REPLACED_DEVICE_TOKEN_LIFETIME_MS} ELSE previous_valid_until END
      WHERE (token_hash = ${deviceTokenHash} OR (user_id = ${userId} AND ${isPresented(deviceTokenHash, now)}))
        AND ${condition}`),
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

/**
 * @returns the condition that the viewer's session has not ended since the request read it. A change that a stolen session must
 *   not outlive depends on it: a password takes long to verify, and its owner may reset it in between.
 */
export function isSessionOpen({ session }: Viewer): SQL {
  return sql`EXISTS (SELECT 1 FROM ${sessions} AS open WHERE open.token_hash = ${session.tokenHash})`;
}

/** The query that reads a session by its token. */
export function findSession(db: Db, tokenHash: string) {
  return db.select({ id: sessions.id }).from(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** @returns the condition that a person has an authenticator app or a passkey. */
export function hasAnyFactor(userId: string | SQL): SQL {
  return sql`(${hasApp(userId)} OR ${hasPasskey(userId)})`;
}

export function hasApp(userId: string | SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${authenticatorApps} WHERE ${authenticatorApps.userId} = ${userId})`;
}

export function hasPasskey(userId: string | SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${passkeys} WHERE ${passkeys.userId} = ${userId})`;
}

/** @returns an expression: the id of a browser known to a person, which outlives its token; NULL for another browser. */
export function selectKnownDeviceId(deviceTokenHash: string, userId: string | SQL, now: number): SQL {
  return sql`(SELECT ${knownDevices.id} FROM ${knownDevices} WHERE ${isPresented(deviceTokenHash, now)}
    AND ${knownDevices.userId} = ${userId})`;
}

/** @returns the condition that a browser is known to a person. */
export function isKnownBrowser(deviceTokenHash: string, userId: SQL, now: number): SQL {
  return sql`${selectKnownDeviceId(deviceTokenHash, userId, now)} IS NOT NULL`;
}

function isRemembered(deviceTokenHash: string, userId: string | SQL, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM ${knownDevices} WHERE ${isPresented(deviceTokenHash, now)}
    AND ${knownDevices.userId} = ${userId} AND ${knownDevices.rememberedUntil} > ${now})`;
}

/**
 * @returns the condition that a row is of the browser that presented a token; NULL for most others, which have no replaced
 *   token.
 */
export function isPresented(deviceTokenHash: string, now: number): SQL {
  return sql`(${knownDevices.tokenHash} = ${deviceTokenHash} OR (${knownDevices.previousTokenHash} = ${deviceTokenHash}
    AND ${knownDevices.previousValidUntil} > ${now}))`;
}
