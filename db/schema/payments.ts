import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { paymentStatuses } from '../../app/domain/billing/payment.ts';
import { accountId } from './owners.ts';

/** The provider's bills, so that their page needs no call and works while the provider is down. */
export const payments = sqliteTable(
  'payments',
  {
    /** The provider's transaction id. */
    id: text('id').primaryKey(),
    accountId: accountId(),
    date: integer('date').notNull(),
    /** Minor units of the currency, such as cents. */
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    status: text('status', { enum: paymentStatuses }).notNull(),
    invoiceNumber: text('invoice_number'),
    /** As in subscriptions. */
    eventAt: text('event_at').notNull(),
    eventId: text('event_id').notNull(),
    appliedBy: text('applied_by'),
    previousStatus: text('previous_status'),
  },
  (table) => [
    // The billing page lists an account's bills by date, then by id.
    index('payments_by_account').on(table.accountId, table.date, table.id),
  ],
);
