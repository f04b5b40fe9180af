import { and, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { newId } from '#app/crypto/secrets.ts';
import type { Payment } from '#app/domain/billing/payment.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import type { BillingStore } from '#app/use-cases/billing/ports.ts';
import type { Db } from '../client.ts';
import {
  accounts,
  cursors,
  paymentMethods,
  payments,
  providerEvents,
  subscriptions,
} from '../schema/index.ts';
import { markForeign } from './billing-event-account.ts';
import { cardExpiringMails } from './billing-event-mails.ts';
import { eventStatements } from './billing-events.ts';

/** Longer than any change takes; what died in the middle of one blocks nobody for longer. */
const CLAIM_LASTS_MS = MINUTE_MS;
const LISTED_PAYMENTS = 100;
/** What `markForeign` returns. */
const foreignSchema = z.array(z.object({ id: z.string() }));
const RECONCILIATION = 'billing-events';

/** What accounts are billed, and the provider's events that tell it. */
export function billingStore(db: Db): BillingStore {
  return {
    async receive(events, now, release) {
      const { foreign } = await db.batch({
        events: eventStatements(db, events, { id: newId('req'), now }),
        // After those, since it finds what they applied.
        foreign: markForeign(db, events),
        released: release === undefined ? [] : released(db, release),
      });
      return foreignSchema.parse(foreign).map(({ id }) => id);
    },

    async account(accountId) {
      const { bills, methods } = await db.batch({
        bills: db
          .select()
          .from(payments)
          .where(eq(payments.accountId, accountId))
          .orderBy(desc(payments.date), desc(payments.id))
          .limit(LISTED_PAYMENTS),
        methods: db.select().from(paymentMethods).where(eq(paymentMethods.accountId, accountId)),
      });
      const method = methods[0];
      return {
        payments: bills.map(paymentOf),
        method: method
          ? { kind: method.kind, brand: method.brand, lastFour: method.lastFour, expiry: method.expiry }
          : null,
      };
    },

    async payments(accountId, limit, after) {
      const isAfter =
        after &&
        or(lt(payments.date, after.date), and(eq(payments.date, after.date), lt(payments.id, after.id)));
      const bills = await db
        .select()
        .from(payments)
        .where(and(eq(payments.accountId, accountId), isAfter ?? undefined))
        .orderBy(desc(payments.date), desc(payments.id))
        .limit(limit);
      return bills.map(paymentOf);
    },

    async isPaymentOf(accountId, paymentId) {
      const found = await db
        .select({ id: payments.id })
        .from(payments)
        .where(and(eq(payments.id, paymentId), eq(payments.accountId, accountId)));
      return found.length > 0;
    },

    async buyerOf(accountId) {
      const isEnded = and(eq(subscriptions.accountId, accountId), eq(subscriptions.status, 'deleted'));
      const { buyers, ended } = await db.batch({
        buyers: db
          .select({ customerId: accounts.customerId, checkoutId: accounts.checkoutId })
          .from(accounts)
          .where(eq(accounts.id, accountId)),
        ended: db.select({ id: subscriptions.id }).from(subscriptions).where(isEnded),
      });
      const { customerId = null, checkoutId = null } = buyers[0] ?? {};
      if (checkoutId === null) return { customerId, checkout: null };
      const endedSubscriptions = ended.map(({ id }) => id);
      return { customerId, checkout: { transactionId: checkoutId, endedSubscriptions } };
    },

    async rememberCheckout(accountId, { customerId, checkoutId, reference, before }) {
      const isUnchanged = before === null ? isNull(accounts.checkoutId) : eq(accounts.checkoutId, before);
      const remembered = await db
        .update(accounts)
        .set({ customerId, checkoutId, checkoutReference: reference })
        .where(and(eq(accounts.id, accountId), isUnchanged))
        .returning({ id: accounts.id });
      return remembered.length > 0;
    },

    async claimChange({ now, accountId }) {
      const isFree = or(
        isNull(accounts.planChangeClaimedAt),
        lt(accounts.planChangeClaimedAt, now - CLAIM_LASTS_MS),
      );
      const claimed = await db
        .update(accounts)
        .set({ planChangeClaimedAt: now })
        .where(and(eq(accounts.id, accountId), isFree))
        .returning({ id: accounts.id });
      return claimed.length > 0;
    },

    async releaseChange(accountId) {
      await released(db, accountId);
    },

    async mailExpiringCards(cards, now) {
      await cardExpiringMails(db, cards, now);
    },

    async billedTwice() {
      const rows = await db
        .select({ accountId: subscriptions.accountId })
        .from(subscriptions)
        .where(ne(subscriptions.status, 'deleted'))
        .groupBy(subscriptions.accountId)
        .having(sql`count(*) > 1`);
      return rows.map(({ accountId }) => accountId);
    },

    async rawEvent(eventId) {
      const rows = await db
        .select({ body: providerEvents.body })
        .from(providerEvents)
        .where(eq(providerEvents.id, eventId));
      return rows[0]?.body ?? null;
    },

    async reconciledUntil() {
      const rows = await db
        .select({ position: cursors.position })
        .from(cursors)
        .where(eq(cursors.name, RECONCILIATION));
      return rows[0]?.position ?? null;
    },

    async markReconciled(eventId) {
      await db
        .insert(cursors)
        .values({ name: RECONCILIATION, position: eventId })
        .onConflictDoUpdate({ target: cursors.name, set: { position: sql`excluded.position` } });
    },
  };
}

function released(db: Db, accountId: string) {
  return db.update(accounts).set({ planChangeClaimedAt: null }).where(eq(accounts.id, accountId));
}

function paymentOf({
  id,
  date,
  amount,
  currency,
  status,
  invoiceNumber,
}: typeof payments.$inferSelect): Payment {
  return { id, date, total: { amount, currency }, status, invoiceNumber };
}
