import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { newId } from '#app/crypto/secrets.ts';
import type { RecordedAct } from '#app/domain/access/audit.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import type { Db } from '../database.ts';
import { accounts, subscriptions } from '../schema/index.ts';
import type { ViewerAct } from './act.ts';
import { viewerAuditRow } from './audit.ts';
import { outboxRow } from './outbox-row.ts';
import { equalsSubscription, subscriptionColumns, subscriptionOf } from './subscription-row.ts';

/** Longer than any change takes: a change that died must not block the account for long. */
const CLAIM_LASTS_MS = MINUTE_MS;
/** A claim on an account's plan change. Only the request that holds it releases it. */
export interface ChangeClaim {
  accountId: string;
  requestId: string;
}

/**
 * The claim; or none, with the account's current subscription: as it was read, while another request holds the claim,
 * otherwise changed since.
 */
export type ClaimOutcome =
  | { kind: 'claimed'; claim: ChangeClaim }
  | { kind: 'pending' }
  | { kind: 'changed'; current: Subscription | null };

/** The claims on an account's plan change; each method is one round trip. */
export function changeClaims(db: Db) {
  return {
    /**
     * Claims the account's plan change for a minute, so that only one of two concurrent changes is made, and only of the
     * subscription that the viewer was read with: another change may have ended since. Records the act with the claim.
     * @param isExamined whether the change cancels the subscription, or keeps it: after the claim, `refundLostCharge`
     *   examines it.
     */
    async claimChange(
      by: ViewerAct,
      act: RecordedAct,
      read: Subscription,
      isExamined: boolean,
    ): Promise<ClaimOutcome> {
      const { now } = by;
      const accountId = by.viewer.account.id;
      const requestId = newId('req');
      const isMine = sql`EXISTS (SELECT 1 FROM ${accounts} WHERE ${accounts.id} = ${accountId}
        AND ${accounts.planChangeClaimedBy} = ${requestId})`;
      const current = and(eq(subscriptions.accountId, accountId), eq(subscriptions.isCurrent, true));
      const { claimed, found } = await db.batch({
        claimed: claim(
          db,
          { accountId, requestId },
          now,
          sql`EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${current} AND ${equalsSubscription(read)})`,
        ),
        audit: viewerAuditRow(db, by, act, isMine),
        examination: isExamined
          ? outboxRow(db, {
              kind: 'billing.refund_lost_charge',
              payload: { accountId, subscriptionId: read.providerId },
              now,
              dueAt: now + 2 * CLAIM_LASTS_MS,
              id: newId('msg'),
              where: isMine,
            })
          : [],
        found: db
          .select({ ...subscriptionColumns, isAsRead: sql<number>`${equalsSubscription(read)}` })
          .from(subscriptions)
          .where(current),
      });
      if (claimed.length > 0) return { kind: 'claimed', claim: { accountId, requestId } };
      const [row] = found;
      if (row === undefined) return { kind: 'changed', current: null };
      const { isAsRead, ...columns } = row;
      return isAsRead ? { kind: 'pending' } : { kind: 'changed', current: subscriptionOf(columns) };
    },

    /** Claims as `claimChange`, for a change by the portal itself. */
    async claimRepair(accountId: string, now: number): Promise<ChangeClaim | null> {
      const made = { accountId, requestId: newId('req') };
      return (await claim(db, made, now)).length > 0 ? made : null;
    },

    /** Releases a claim, unless it expired and another request has claimed the account since. */
    async releaseChange(made: ChangeClaim) {
      await releaseClaim(db, made);
    },
  };
}

function claim(db: Db, { accountId, requestId }: ChangeClaim, now: number, condition?: SQL) {
  const isFree = or(
    isNull(accounts.planChangeClaimedAt),
    lt(accounts.planChangeClaimedAt, now - CLAIM_LASTS_MS),
  );
  return db
    .update(accounts)
    .set({ planChangeClaimedAt: now, planChangeClaimedBy: requestId })
    .where(and(eq(accounts.id, accountId), isFree, condition))
    .returning({ id: accounts.id });
}

/** The statement that releases a claim, unless it expired and another request has claimed the account since. */
export function releaseClaim(db: Db, { accountId, requestId }: ChangeClaim) {
  return db
    .update(accounts)
    .set({ planChangeClaimedAt: null })
    .where(and(eq(accounts.id, accountId), eq(accounts.planChangeClaimedBy, requestId)));
}
