import { sql } from 'drizzle-orm';
import { overageUnits } from '#app/domain/billing/overage.ts';
import type { ClosedOverage } from '#app/domain/instance/machine/events.ts';
import type { Db } from '../database.ts';
import { accounts, overageCharges, subscriptions } from '../schema/index.ts';
import { outboxRow } from './outbox-row.ts';

/**
 * The statements that charge a closed month to the account's current subscription. A repeated report of the workspace's
 * object changes nothing.
 */
export function overageChargeRows(
  db: Db,
  { accountId, overage, now }: { accountId: string; overage: ClosedOverage; now: number },
) {
  const { month, part, executions, unitPrice } = overage;
  return [
    db.run(sql`INSERT INTO ${overageCharges} (account_id, month, part, subscription_id, executions, units, unit_amount, currency,
        tax_inclusive, status)
      SELECT ${accounts.id}, ${month}, ${part}, ${subscriptions.id}, ${executions}, ${overageUnits(executions)},
        ${unitPrice.amount}, ${unitPrice.currency}, ${subscriptions.taxInclusive}, 'due'
      FROM ${accounts} INNER JOIN ${subscriptions} ON ${subscriptions.accountId} = ${accounts.id} AND ${subscriptions.isCurrent} = 1
      WHERE ${accounts.id} = ${accountId} ON CONFLICT DO NOTHING`),
    outboxRow(db, {
      kind: 'overage.charge',
      payload: { accountId, month, part },
      now,
      id: `msg_overage_${accountId}_${month}_${part}`,
    }),
  ];
}
