import { and, eq, isNull, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { newId } from '#app/crypto/secrets.ts';
import type { RecordedAct } from '#app/domain/access/audit.ts';
import type { PaymentFilter } from '#app/domain/billing/payment-filter.ts';
import type { EarlierCheckout, ReceivedEvent } from '#app/domain/billing/provider-port.ts';
import type { Subscription } from '#app/domain/billing/subscription.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import type { Db } from '../database.ts';
import { read, type ViewerIds } from '../read.ts';
import { accounts, payments, providerEvents, subscriptions } from '../schema/index.ts';
import type { ViewerAct } from './act.ts';
import { viewerAuditRow } from './audit.ts';
import { markForeign } from './billing-event-account.ts';
import { cardExpiringMails } from './billing-event-mails.ts';
import { eventStatements } from './billing-events.ts';
import { readCursor, writeCursor } from './cursors.ts';
import { outboxRow } from './outbox-row.ts';
import { chargeOf, chargesOf } from './overage.ts';
import { methodOf, paymentOf, paymentsOf } from './payments.ts';
import { equalsSubscription, isPaying, subscriptionColumns, subscriptionOf } from './subscription-row.ts';

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

/** What `markForeign` returns. */
const foreignSchema = z.array(z.object({ id: z.string() }));
const RECONCILIATION = 'billing-events';

/** Bills of accounts, and the provider's events; each method is one round trip. */
export function billingStore(db: Db) {
  return {
    /**
     * Stores events and applies them, in one batch: each event once, however often it arrives, and only if it is newer than
     * the stored state. The batch also writes their mails and the messages to workspaces.
     *
     * @param release the claim that ends with these events.
     */
    async receive(events: readonly ReceivedEvent[], now: number, release?: ChangeClaim) {
      const { foreign } = await db.batch({
        events: eventStatements(db, events, { id: newId('req'), now }),
        // Last, since it reads what the events changed.
        foreign: markForeign(db, events),
        released: release === undefined ? [] : releaseClaim(db, release),
      });
      return foreignSchema.parse(foreign).map(({ id }) => id);
    },

    /** @returns the account's bills of a filter, from its cursor on, its payment method, and its overage charges. */
    account({ accountId }: Pick<ViewerIds, 'accountId'>, limit: number, filter: PaymentFilter) {
      const statements = {
        bills: paymentsOf(db, accountId, limit, filter),
        methods: methodOf(db, accountId),
        charges: chargesOf(db, accountId),
      };
      return read(db, statements, ({ bills, methods, charges }) => ({
        payments: bills.map(paymentOf),
        method: methods[0] ?? null,
        overageCharges: charges.map(chargeOf),
      }));
    },

    /** @returns the account's payment method; null before its first payment. */
    async paymentMethod(accountId: string) {
      return (await methodOf(db, accountId))[0] ?? null;
    },

    /** @returns the account's bills of a filter, from its cursor on. */
    async payments(accountId: string, limit: number, filter: PaymentFilter) {
      return (await paymentsOf(db, accountId, limit, filter)).map(paymentOf);
    },

    async isPaymentOf(accountId: string, paymentId: string) {
      const found = await db
        .select({ id: payments.id })
        .from(payments)
        .where(and(eq(payments.id, paymentId), eq(payments.accountId, accountId)));
      return found.length > 0;
    },

    /**
     * @returns the account's last checkout, null before the first; and whether a subscription is paid for, which a checkout
     *   would add to.
     */
    async lastCheckout(
      accountId: string,
    ): Promise<{ earlier: EarlierCheckout | null; isSubscribed: boolean }> {
      const { begun, bought } = await db.batch({
        begun: db
          .select({ transactionId: accounts.checkoutId })
          .from(accounts)
          .where(eq(accounts.id, accountId)),
        bought: db
          .select({ id: subscriptions.id, isPaid: sql<number>`${isPaying}` })
          .from(subscriptions)
          .where(eq(subscriptions.accountId, accountId)),
      });
      const transactionId = begun[0]?.transactionId ?? null;
      // A paused subscription is bought again, so its own checkout counts as ended.
      const endedSubscriptions = bought.filter(({ isPaid }) => isPaid === 0).map(({ id }) => id);
      return {
        earlier: transactionId === null ? null : { transactionId, endedSubscriptions },
        isSubscribed: endedSubscriptions.length < bought.length,
      };
    },

    /**
     * Stores a checkout, unless the account has started another one since `before`, or has a paid subscription by now.
     * @returns false if it has.
     */
    async rememberCheckout(
      accountId: string,
      checkout: { checkoutId: string; reference: string; before: string | null },
    ) {
      const { checkoutId, reference, before } = checkout;
      const isUnchanged = before === null ? isNull(accounts.checkoutId) : eq(accounts.checkoutId, before);
      const paid = db
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(and(eq(subscriptions.accountId, accountId), isPaying));
      const remembered = await db
        .update(accounts)
        .set({ checkoutId, checkoutReference: reference })
        .where(and(eq(accounts.id, accountId), isUnchanged, notExists(paid)))
        .returning({ id: accounts.id });
      return remembered.length > 0;
    },

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

    /** Writes a mail to the billing contacts of accounts that pay with such a card, once a month. */
    async mailExpiringCards(cards: { expiry: string; lastDay: number }, now: number) {
      await cardExpiringMails(db, cards, now);
    },

    /** @returns the provider's ids of paused subscriptions whose account has another, running subscription. */
    async findReplacedSubscriptions() {
      const rows = await db
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.status, 'paused'),
            sql`EXISTS (SELECT 1 FROM ${subscriptions} AS running WHERE running.account_id = ${subscriptions.accountId}
              AND running.is_current = 1 AND running.status IN ('active', 'trialing', 'past_due'))`,
          ),
        );
      return rows.map(({ id }) => id);
    },

    /** @returns the accounts that pay for more than one subscription, which only an operator can create. */
    async findBilledTwice() {
      const rows = await db
        .select({ accountId: subscriptions.accountId })
        .from(subscriptions)
        .where(ne(subscriptions.status, 'deleted'))
        .groupBy(subscriptions.accountId)
        .having(sql`count(*) > 1`);
      return rows.map(({ accountId }) => accountId);
    },

    /** @returns the raw body of an event, for a replay; null for an unknown event. */
    async rawEvent(eventId: string) {
      const rows = await db
        .select({ body: providerEvents.body })
        .from(providerEvents)
        .where(eq(providerEvents.id, eventId));
      return rows[0]?.body ?? null;
    },

    /** @returns the newest event that the daily reconciliation has read; null before its first run. */
    readReconciledUntil: () => readCursor(db, RECONCILIATION),

    markReconciled: (eventId: string) => writeCursor(db, RECONCILIATION, eventId),
  };
}

export type BillingStore = ReturnType<typeof billingStore>;

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

function releaseClaim(db: Db, { accountId, requestId }: ChangeClaim) {
  return db
    .update(accounts)
    .set({ planChangeClaimedAt: null })
    .where(and(eq(accounts.id, accountId), eq(accounts.planChangeClaimedBy, requestId)));
}
