import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { newId } from '#app/crypto/secrets.ts';
import type { AuditKind } from '#app/domain/access/audit.ts';
import type { Throttle } from '#app/domain/access/throttle-rules.ts';
import type { Db } from '../database.ts';
import { type linkPurposes, linkTokens } from '../schema/index.ts';
import type { Act } from './act.ts';
import { endReplacedSession } from './ended-sessions.ts';
import { signInRows } from './session-rows.ts';
import { countAttempt } from './throttles.ts';

/**
 * The outcome of redeeming a single-use link. A used link, an unknown link and a link of another purpose are all `invalid`.
 */
export type LinkOutcome = 'done' | 'expired' | 'invalid';

type LinkPurpose = (typeof linkPurposes)[number];

export interface Redemption {
  now: number;
  tokenHash: string;
}

/**
 * The statement that redeems a single-use link, and what the rest of its batch needs. A batch cannot branch, so this
 * statement decides and marks the link with an id of this request. Each later statement acts only where it finds that mark:
 * of fifty concurrent requests, one finds it.
 *
 * @param condition must also hold for the link to work.
 */
export function redeemLink(db: Db, purpose: LinkPurpose, { now, tokenHash }: Redemption, condition?: SQL) {
  const redemptionId = newId('req');
  const link = sql`FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash}`;
  return {
    redemptionId,
    redeem: db
      .update(linkTokens)
      .set({ usedAt: now, usedBy: redemptionId })
      .where(
        and(
          eq(linkTokens.tokenHash, tokenHash),
          eq(linkTokens.purpose, purpose),
          isNull(linkTokens.usedAt),
          gt(linkTokens.expiresAt, now),
          condition,
        ),
      ),
    isMine: sql`EXISTS (SELECT 1 ${link} AND ${linkTokens.usedBy} = ${redemptionId})`,
    userId: sql`(SELECT ${linkTokens.userId} ${link})`,
    accountId: sql`(SELECT ${linkTokens.accountId} ${link})`,
    outcome: db
      .select({ usedBy: linkTokens.usedBy, usedAt: linkTokens.usedAt, expiresAt: linkTokens.expiresAt })
      .from(linkTokens)
      .where(and(eq(linkTokens.tokenHash, tokenHash), eq(linkTokens.purpose, purpose))),
  };
}

/** The input of a sign-in by link. `endsTokenHash` is the browser's current session, which ends. */
export type LinkSignIn = Act &
  Redemption & { sessionTokenHash: string; deviceTokenHash: string; endsTokenHash: string | null };

/** Redeems a link and signs its person in to the account that it names, in one round trip. */
export async function signInByLink(
  db: Db,
  input: LinkSignIn,
  link: { purpose: LinkPurpose; condition: SQL; kind: AuditKind; proof: 'mail' | 'code' },
): Promise<LinkOutcome> {
  const { now, sessionTokenHash, deviceTokenHash, endsTokenHash, client } = input;
  const { purpose, condition, kind, proof } = link;
  const redemption = redeemLink(db, purpose, input, condition);
  const { redeem, redemptionId, isMine, userId, accountId, outcome } = redemption;
  const rows = { now, sessionTokenHash, deviceTokenHash, userId, accountId, kind, proof, client };
  const { found } = await db.batch({
    redeem,
    signIn: signInRows(db, rows, isMine),
    ...endReplacedSession(db, { now, tokenHash: endsTokenHash, replacedBy: userId, condition: isMine }),
    found: outcome,
  });
  return linkOutcomeOf(found, redemptionId, now);
}

/** @param redemptionId null for a request that redeems nothing. */
export function linkOutcomeOf(
  rows: Array<{ usedBy: string | null; usedAt: number | null; expiresAt: number }>,
  redemptionId: string | null,
  now: number,
): LinkOutcome {
  const link = rows[0];
  if (!link) return 'invalid';
  if (redemptionId !== null && link.usedBy === redemptionId) return 'done';
  if (link.usedAt !== null) return 'invalid';
  if (link.expiresAt <= now) return 'expired';
  return redemptionId === null ? 'done' : 'invalid';
}

/** An attempt at a link that costs a password hash. */
export interface LinkAttempt {
  now: number;
  tokenHash: string;
  perAddress: Throttle;
  perLink: Throttle;
}

/** The statements that count such an attempt, from its address and at its link. */
export function countLinkAttempt(db: Db, attempt: LinkAttempt) {
  const { now, tokenHash, perAddress, perLink } = attempt;
  // An invented link is counted with its address, and leaves no row.
  const key = sql`CASE WHEN EXISTS (SELECT 1 FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash})
    THEN ${perLink.key} ELSE ${`${perAddress.key}:unknown`} END`;
  return {
    address: countAttempt(db, perAddress, now),
    link: countAttempt(db, { ...perLink, key }, now),
  };
}

/** The statement that voids every unused link of a person, except confirmations of a registration. */
export function voidLinks(db: Db, userId: string | SQL, now: number, condition: SQL = sql`TRUE`) {
  return db
    .update(linkTokens)
    .set({ usedAt: now })
    .where(sql`${linkTokens.userId} = ${userId} AND ${linkTokens.usedAt} IS NULL
      AND ${linkTokens.purpose} <> 'confirm_email' AND ${condition}`);
}
