import { type SQL, sql } from 'drizzle-orm';
import type { ReceivedEvent } from '#app/domain/billing/provider-port.ts';
import type { Db } from '../database.ts';
import { accounts, payments, providerEvents, subscriptions } from '../schema/index.ts';

/**
 * Finds the account of an event: the account with the event's subscription, or else the account whose last checkout the
 * event names, by its random reference or its transaction. The account id in the event proves nothing. A reference is used
 * up by the subscription bought with it.
 *
 * @param names the properties of `received.value` with the event's subscription and transaction.
 * @returns an expression of `received`, a row of `json_each` whose value also has `accountId` and `reference`; NULL for
 *   an event of no account.
 */
export function accountOf(names: { subscriptionId: string; transactionId: string }): SQL {
  const subscriptionId = sql`received.value ->> ${names.subscriptionId}`;
  return sql`coalesce(
    (SELECT known.account_id FROM ${subscriptions} AS known WHERE known.id = ${subscriptionId}),
    (SELECT ours.id FROM ${accounts} AS ours WHERE ours.id = received.value ->> 'accountId'
      AND (ours.checkout_id = received.value ->> ${names.transactionId}
        OR (ours.checkout_reference = received.value ->> 'reference'
          AND NOT EXISTS (SELECT 1 FROM ${subscriptions} AS bought
            WHERE bought.account_id = ours.id AND bought.checkout_reference = ours.checkout_reference
              AND bought.id IS NOT ${subscriptionId})))))`;
}

/** The row that exists once an event is applied. The statement reads the name that is missing as NULL. */
type AppliedTo = { id: string } & ({ subscriptionId: string } | { paymentId: string });

/** The statement that marks the events of subscriptions and bills of no account, and returns their ids. */
export function markForeign(db: Db, received: readonly ReceivedEvent[]) {
  const applied = received.flatMap(({ event }): AppliedTo[] => {
    const { id } = event;
    if (event.kind === 'subscription')
      return [{ id, subscriptionId: event.snapshot.subscription.providerId }];
    return event.kind === 'transaction' && event.isBill ? [{ id, paymentId: event.payment.id }] : [];
  });
  const isForeign = sql`${providerEvents.id} IN (
    SELECT received.value ->> 'id' FROM json_each(${JSON.stringify(applied)}) AS received
    WHERE NOT EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.id} = received.value ->> 'subscriptionId')
      AND NOT EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = received.value ->> 'paymentId'))`;
  return db
    .update(providerEvents)
    .set({ outcome: 'not-ours' })
    .where(isForeign)
    .returning({ id: providerEvents.id });
}
