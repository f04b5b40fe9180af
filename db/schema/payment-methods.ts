import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { cardBrands } from '../../app/domain/billing/payment.ts';
import { accounts } from './accounts.ts';

/** The last payment method of an account, as far as the provider discloses it. */
export const paymentMethods = sqliteTable('payment_methods', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  kind: text('kind', { enum: ['card', 'paypal'] }).notNull(),
  brand: text('brand', { enum: cardBrands }).notNull(),
  lastFour: text('last_four'),
  /** `MM/YYYY`. */
  expiry: text('expiry'),
  /** As in subscriptions. */
  eventAt: text('event_at').notNull(),
});
