import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Payment } from '#app/domain/billing/payment.ts';
import type { PaymentFilter } from '#app/domain/billing/payment-filter.ts';
import { pick } from '#app/domain/pick.ts';
import type { Db } from '../database.ts';
import type { IdOrQuery } from '../read.ts';
import { paymentMethods, payments } from '../schema/index.ts';

/** The statement that reads an account's payment method. */
export function methodOf(db: Db, accountId: IdOrQuery) {
  return db
    .select(pick(paymentMethods, 'kind', 'brand', 'lastFour', 'expiry'))
    .from(paymentMethods)
    .where(eq(paymentMethods.accountId, accountId));
}

/** The statement that reads an account's bills that match a filter, from its cursor on; `paymentOf` maps its rows. */
export function paymentsOf(
  db: Db,
  accountId: IdOrQuery,
  limit: number,
  { status, order, cursor }: PaymentFilter,
) {
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

export function paymentOf(row: typeof payments.$inferSelect): Payment {
  const { id, date, amount, currency, status, invoiceNumber } = row;
  return { id, date, total: { amount, currency }, status, invoiceNumber };
}
