import { type SQL, sql } from 'drizzle-orm';
import type { ReceivedEvent } from '#app/domain/billing/provider-port.ts';
import type { Db } from '../client.ts';
import { accounts, payments, providerEvents, subscriptions } from '../schema/index.ts';

/**
 * Whose an event is: of the account that has its subscription, or else of the one whose last checkout it names by the
 * random reference or by the transaction. The account that it names by itself counts for nothing. A reference is used
 * up by the subscription that it bought.
 *
 * @param names the properties of `told.value` with the event's subscription and transaction.
 * @returns an expression of `told`, a row of `json_each` whose value has `accountId` and `reference` too; NULL for an event of no account.
 */
export function accountOf(names: { subscriptionId: string; transactionId: string }): SQL {
  const subscriptionId = sql`told.value ->> ${names.subscriptionId}`;
  return sql`coalesce(
    (SELECT known.account_id FROM ${subscriptions} AS known WHERE known.id = ${subscriptionId}),
    (SELECT ours.id FROM ${accounts} AS ours WHERE ours.id = told.value ->> 'accountId'
      AND (ours.checkout_id = told.value ->> ${names.transactionId}
        OR (ours.checkout_reference = told.value ->> 'reference'
          AND NOT EXISTS (SELECT 1 FROM ${subscriptions} AS bought
            WHERE bought.account_id = ours.id AND bought.checkout_reference = ours.checkout_reference
              AND bought.id IS NOT ${subscriptionId})))))`;
}

/** What is there once an event was applied. */
interface AppliedTo {
  id: string;
  subscriptionId: string | null;
  paymentId: string | null;
}

/** Marks the events of subscriptions and bills that were applied to nobody. Returns their ids. */
export function markForeign(db: Db, received: readonly ReceivedEvent[]) {
  const told = received.flatMap(({ event }): AppliedTo[] => {
    const { id } = event;
    if (event.kind === 'subscription') {
      return [{ id, subscriptionId: event.told.subscription.providerId, paymentId: null }];
    }
    if (event.kind !== 'transaction' || event.payment.total.amount === 0) return [];
    return [{ id, subscriptionId: null, paymentId: event.payment.id }];
  });
  return db.all<{ id: string }>(sql`UPDATE ${providerEvents} SET outcome = 'not-ours' WHERE id IN (
    SELECT told.value ->> 'id' FROM json_each(${JSON.stringify(told)}) AS told
    WHERE NOT EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.id} = told.value ->> 'subscriptionId')
      AND NOT EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = told.value ->> 'paymentId')) RETURNING id`);
}
