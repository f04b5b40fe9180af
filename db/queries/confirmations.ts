import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type {
  ConfirmationOutcome,
  Confirmer,
  PendingPerson,
  RefusedConfirmation,
} from '#app/domain/account/confirmation.ts';
import type { Db } from '../client.ts';
import {
  accounts,
  knownDevices,
  linkTokens,
  memberships,
  sessions,
  users,
  workspaces,
} from '../schema/index.ts';
import { revokeTokens } from './api-tokens.ts';
import { auditRow } from './audit.ts';
import { endSessions } from './ended-sessions.ts';
import { voidLinks } from './link-rows.ts';
import { outboxRow } from './outbox-row.ts';
import { homeAccountOf, signInRows } from './session-rows.ts';
import { type Counted, countAttempt, counted } from './throttles.ts';

interface Confirmation {
  now: number;
  tokenHash: string;
  redemptionId: string;
  by: Confirmer;
  client: ClientInfo;
}

/** Another person confirmed the e-mail of this one. */
const isOwned = sql`EXISTS (SELECT 1 FROM ${users} AS other
  WHERE other.email_normalized = ${users.emailNormalized} AND other.confirmed_at IS NOT NULL
    AND other.id <> ${users.id})`;

/** The session is one that the registration itself opened: both were written at the same instant, or say so. */
const isRegistering = (sessionTokenHash: string | null) => sql`EXISTS (SELECT 1 FROM ${sessions}
  WHERE ${sessions.tokenHash} = ${sessionTokenHash ?? ''} AND ${sessions.userId} = ${users.id}
    AND ${sessions.createdAt} = ${users.createdAt})`;

/** Confirmation links, as `registrationStore` offers them. */
export function confirmationStore(db: Db) {
  return {
    /** Redeems a link and, with it, starts the account's workspace and trial. */
    confirm: (input: Confirmation) => confirm(db, input),

    /** @returns whom a working link confirms, and whether `sessionTokenHash` is the session of that registration. */
    async pendingConfirmation(input: {
      now: number;
      tokenHash: string;
      sessionTokenHash: string | null;
    }): Promise<(PendingPerson & { isRegistrant: boolean }) | null> {
      const { now, tokenHash, sessionTokenHash } = input;
      const rows = await linkRows(db, tokenHash, sessionTokenHash);
      const row = rows[0];
      if (!row || refusalOf(rows, now)) return null;
      const { fullName, email, accountName } = row;
      return { fullName, email, accountName, isRegistrant: row.isRegistrant === 1 };
    },

    /** Counts an attempt that costs a password hash, and reads the link. */
    async attemptConfirmation(input: {
      now: number;
      tokenHash: string;
      addressKey: string;
      perAddress: ThrottleRule;
      linkKey: string;
      perLink: ThrottleRule;
    }): Promise<{
      address: Counted;
      link: Counted;
      outcome: { kind: 'ready'; person: PendingPerson } | RefusedConfirmation;
    }> {
      const { now, tokenHash, addressKey, perAddress, linkKey, perLink } = input;
      const { address, link, rows } = await db.batch({
        address: countAttempt(db, addressKey, perAddress, now),
        // A made-up link is counted with its address: it leaves no row of its own.
        link: countAttempt(
          db,
          sql`CASE WHEN EXISTS (SELECT 1 FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash})
            THEN ${linkKey} ELSE ${`${addressKey}:unknown`} END`,
          perLink,
          now,
        ),
        rows: linkRows(db, tokenHash, null),
      });
      const row = rows[0];
      const refusal = refusalOf(rows, now);
      return {
        address: counted(address, perAddress),
        link: counted(link, perLink),
        outcome:
          refusal || !row
            ? (refusal ?? { kind: 'unknown' })
            : {
                kind: 'ready',
                person: { fullName: row.fullName, email: row.email, accountName: row.accountName },
              },
      };
    },
  };
}

/**
 * Redeems a confirmation link. A batch cannot branch, so the first statement decides and marks the link with this
 * request's id; each later one acts only where it finds that mark. Of fifty requests at once, one finds it.
 */
async function confirm(
  db: Db,
  { now, tokenHash, redemptionId, by, client }: Confirmation,
): Promise<ConfirmationOutcome> {
  const isMine = sql`EXISTS (SELECT 1 FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash}
    AND ${linkTokens.usedBy} = ${redemptionId})`;
  const holder = sql`(SELECT ${linkTokens.userId} FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash})`;
  // An e-mail belongs to the first person who confirms it, and is confirmed once, whichever of several links does it.
  const canConfirm = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${linkTokens.userId}
    AND ${users.confirmedAt} IS NULL AND NOT ${isOwned}
    AND ${by.kind === 'registrant' ? isRegistering(by.sessionTokenHash) : sql`TRUE`})`;

  const { rows } = await db.batch({
    redeem: db
      .update(linkTokens)
      .set({ usedAt: now, usedBy: redemptionId })
      .where(
        and(
          eq(linkTokens.tokenHash, tokenHash),
          eq(linkTokens.purpose, 'confirm_email'),
          isNull(linkTokens.usedAt),
          gt(linkTokens.expiresAt, now),
          canConfirm,
        ),
      ),
    person: db.run(
      sql`UPDATE ${users} SET confirmed_at = ${now} WHERE ${users.id} = ${holder} AND ${isMine}`,
    ),
    rows: linkRows(db, tokenHash, null),
    account: db.run(sql`UPDATE ${accounts} SET trial_started_at = coalesce(trial_started_at, ${now})
      WHERE ${accounts.id} IN (SELECT ${memberships.accountId} FROM ${memberships}
        WHERE ${memberships.userId} = ${holder} AND ${memberships.role} = 'owner') AND ${isMine}`),
    workspace: outboxRow(db, {
      ...{ kind: 'workspace.tell', payload: { workspaceId: workspaces.id }, now },
      id: sql<string>`'msg_provision_' || ${workspaces.id}`,
      from: sql`${workspaces} INNER JOIN ${memberships} ON ${memberships.accountId} = ${workspaces.accountId}`,
      where: sql`${memberships.userId} = ${holder} AND ${memberships.role} = 'owner' AND ${isMine}`,
    }),
    audit: auditRow(
      db,
      { now, accountId: homeAccountOf(holder), userId: holder, kind: 'email_confirmed', client },
      isMine,
    ),
    takeOver: by.kind === 'elsewhere' ? takeOver(db, { now, client, by, holder, isMine }) : [],
  });

  const link = rows[0];
  if (link?.usedBy === redemptionId)
    return { kind: 'confirmed', userId: link.userId, accountId: link.accountId };
  return refusalOf(rows, now) ?? { kind: 'needs-password' };
}

/** The statements that leave nothing to the person who registered, and sign this browser in. */
function takeOver(
  db: Db,
  {
    now,
    client,
    by,
    holder,
    isMine,
  }: Pick<Confirmation, 'now' | 'client'> & {
    by: Extract<Confirmer, { kind: 'elsewhere' }>;
    holder: SQL;
    isMine: SQL;
  },
) {
  const { sessionTokenHash, deviceTokenHash } = by;
  const rows = {
    now,
    client,
    sessionTokenHash,
    deviceTokenHash,
    userId: holder,
    accountId: homeAccountOf(holder),
  };
  return [
    db.run(sql`UPDATE ${users} SET password_hash = ${by.passwordHash}, name = coalesce(${by.name}, name)
      WHERE ${users.id} = ${holder} AND ${isMine}`),
    ...Object.values(
      endSessions(db, {
        now,
        where: sql`(${sessions.userId} = ${holder} OR ${sessions.tokenHash} = ${by.endsTokenHash ?? ''}) AND ${isMine}`,
      }),
    ),
    db.delete(knownDevices).where(sql`${knownDevices.userId} = ${holder} AND ${isMine}`),
    revokeTokens(db, holder, isMine),
    voidLinks(db, holder, now, isMine),
    ...signInRows(db, { ...rows, kind: 'signed_in_by_link', proof: 'mail' }, isMine),
  ];
}

/** The query that reads a link with the person whom it confirms. */
function linkRows(db: Db, tokenHash: string, sessionTokenHash: string | null) {
  return db
    .select({
      purpose: linkTokens.purpose,
      usedBy: linkTokens.usedBy,
      usedAt: linkTokens.usedAt,
      expiresAt: linkTokens.expiresAt,
      userId: users.id,
      fullName: users.name,
      email: users.email,
      confirmedAt: users.confirmedAt,
      accountId: accounts.id,
      accountName: accounts.name,
      isOwned: sql<number>`${isOwned}`.as('is_owned'),
      isRegistrant: sql<number>`${isRegistering(sessionTokenHash)}`.as('is_registrant'),
    })
    .from(linkTokens)
    .innerJoin(users, eq(users.id, linkTokens.userId))
    .innerJoin(accounts, eq(accounts.id, homeAccountOf(sql`${users.id}`)))
    .where(and(eq(linkTokens.tokenHash, tokenHash), eq(linkTokens.purpose, 'confirm_email')));
}

/** @returns why a link does not work; null when it does. */
function refusalOf(rows: Awaited<ReturnType<typeof linkRows>>, now: number): RefusedConfirmation | null {
  const link = rows[0];
  if (!link) return { kind: 'unknown' };
  if (link.usedAt !== null) return { kind: 'used', userId: link.userId };
  if (link.expiresAt <= now) return { kind: 'expired' };
  if (link.confirmedAt !== null) return { kind: 'used', userId: link.userId };
  return link.isOwned === 1 ? { kind: 'email-belongs-to-another' } : null;
}
