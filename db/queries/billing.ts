import { and, asc, desc, eq, isNull, ne, notExists, sql } from 'drizzle-orm';
import { newId } from '#app/crypto/secrets.ts';
import type { Payment } from '#app/domain/billing/payment.ts';
import type { PaymentFilter } from '#app/domain/billing/payment-filter.ts';
import type { ReceivedEvent } from '#app/domain/billing/provider-port.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import { type IdOrQuery, read, type ViewerIds } from '../read.ts';
import { accounts, paymentMethods, payments, providerEvents, subscriptions } from '../schema/index.ts';
import { markForeign } from './billing-event-account.ts';
import { cardExpiringMails } from './billing-event-mails.ts';
import { eventStatements } from './billing-events.ts';
import { type ChangeClaim, changeClaims, releaseClaim } from './change-claims.ts';
import { readCursor, writeCursor } from './cursors.ts';
import { chargeOf, chargesOf } from './overage.ts';
import { isPaying } from './subscription-row.ts';

const RECONCILIATION = 'billing-events';

/** Bills of accounts, and the provider's events; each method is one round trip. */
export function billingStore(db: Db) {
  return {
    /**
     * Stores events and applies them, in one batch: each event once, however often it arrives, and only if it is newer than
     * the stored state. The batch also writes their mails and the messages to workspaces.
     * @param release the claim that ends with these events.
     */
    async receive(events: readonly ReceivedEvent[], now: number, release?: ChangeClaim) {
      const { foreign } = await db.batch({
        events: eventStatements(db, events, { id: newId('req'), now }),
        // Last, since it reads what the events changed.
        foreign: markForeign(db, events),
        released: release === undefined ? [] : releaseClaim(db, release),
      });
      return foreign.map(({ id }) => id);
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
    async lastCheckout(accountId: string) {
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
      { checkoutId, reference, before }: { checkoutId: string; reference: string; before: string | null },
    ) {
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

    ...changeClaims(db),

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

/** The statement that reads an account's payment method. */
function methodOf(db: Db, accountId: IdOrQuery) {
  return db
    .select(pick(paymentMethods, 'kind', 'brand', 'lastFour', 'expiry'))
    .from(paymentMethods)
    .where(eq(paymentMethods.accountId, accountId));
}

/** The statement that reads an account's bills that match a filter, from its cursor on; `paymentOf` maps its rows. */
function paymentsOf(db: Db, accountId: IdOrQuery, limit: number, { status, order, cursor }: PaymentFilter) {
  const comparison = order === 'newest' ? sql`<` : sql`>`;
  const direction = order === 'newest' ? desc : asc;
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.accountId, accountId),
        status && eq(payments.status, status),
        cursor
          ? sql`(${payments.date}, ${payments.id}) ${comparison} (${cursor.date}, ${cursor.id})`
          : undefined,
      ),
    )
    .orderBy(direction(payments.date), direction(payments.id))
    .limit(limit);
}

function paymentOf(row: typeof payments.$inferSelect): Payment {
  const { id, date, amount, currency, status, invoiceNumber } = row;
  return { id, date, total: { amount, currency }, status, invoiceNumber };
}
