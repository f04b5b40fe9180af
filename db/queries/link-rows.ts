import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { type linkPurposes, linkTokens } from '../schema/index.ts';

/** What became of a single-use link. Used, unknown and of another kind are one answer. */
export type LinkOutcome = 'done' | 'expired' | 'invalid';

type LinkPurpose = (typeof linkPurposes)[number];

interface Redemption {
  now: number;
  tokenHash: string;
  /** Names this request, so that the other statements of its batch know that it won. */
  redemptionId: string;
}

/**
 * The statement that redeems a single-use link, and what the rest of its batch asks. A batch cannot branch, so this one
 * decides and marks the link with the request's id; each later one acts only where it finds that mark. Of fifty
 * requests at once, one finds it.
 *
 * @param condition has the link work only where it holds too.
 */
export function redeemLink(
  db: Db,
  purpose: LinkPurpose,
  { now, tokenHash, redemptionId }: Redemption,
  condition?: SQL,
) {
  const link = sql`FROM ${linkTokens} WHERE ${linkTokens.tokenHash} = ${tokenHash}`;
  return {
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

/** @param redemptionId null for a mere look. */
export function outcomeOf(
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

/** The statement that makes every unused link of a person worthless, but for e-mail confirmations of a registration. */
export function voidLinks(db: Db, userId: string | SQL, now: number, condition: SQL = sql`TRUE`) {
  return db
    .update(linkTokens)
    .set({ usedAt: now })
    .where(sql`${linkTokens.userId} = ${userId} AND ${linkTokens.usedAt} IS NULL
      AND ${linkTokens.purpose} <> 'confirm_email' AND ${condition}`);
}
