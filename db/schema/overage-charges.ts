import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { overageChargeStatuses } from '../../app/domain/billing/overage-charge.ts';
import { accountId } from './owners.ts';

/** The months whose executions beyond the plan are charged, each by one charge of the provider. */
export const overageCharges = sqliteTable(
  'overage_charges',
  {
    accountId: accountId(),
    /** `YYYY-MM`, UTC. */
    month: text('month').notNull(),
    /** From 1; a month has a second part after a cancellation that was undone. */
    part: integer('part').notNull(),
    /** The provider's id of the subscription that was current when the month closed. */
    subscriptionId: text('subscription_id').notNull(),
    executions: integer('executions').notNull(),
    /** Started thousands of executions. */
    units: integer('units').notNull(),
    /** Minor units of the currency, for one thousand. */
    unitAmount: integer('unit_amount').notNull(),
    currency: text('currency').notNull(),
    taxInclusive: integer('tax_inclusive', { mode: 'boolean' }).notNull(),
    status: text('status', { enum: overageChargeStatuses }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.month, table.part] })],
);
