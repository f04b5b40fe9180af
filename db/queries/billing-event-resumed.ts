import { sql } from 'drizzle-orm';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import type { Db } from '../database.ts';
import { payments, providerEvents, subscriptions } from '../schema/index.ts';
import { contactData, type EventWrite, mailBillingContacts, planName } from './billing-event-mails.ts';

/** The provider dates the bill of a resumption some seconds apart from the event. */
const SLACK_SECONDS = 60;

/**
 * The mails that a paused subscription is active again. The provider resumes it before it charges the card, so the mail
 * waits for both: the resumption, and a bill paid since. Either may arrive first.
 */
export function mailResumed(db: Db, events: readonly ProviderEvent[], write: EventWrite) {
  const ids = events.flatMap((event) => {
    if (event.kind === 'transaction' && event.payment.status === 'paid') return event.subscriptionId ?? [];
    const isResumed = event.kind === 'subscription' && event.type === 'subscription.resumed';
    return isResumed ? event.snapshot.subscription.providerId : [];
  });
  if (ids.length === 0) return [];
  const since = sql`(unixepoch(${providerEvents.occurredAt}) - ${SLACK_SECONDS}) * 1000`;
  // The bills of later periods, and later events of the first one, say nothing about the resumption.
  const isFirst = sql`NOT EXISTS (SELECT 1 FROM ${payments} AS earlier WHERE earlier.account_id = ${payments.accountId}
    AND earlier.status = 'paid' AND earlier.date >= ${since} AND earlier.date < ${payments.date})
    AND ${payments.previousStatus} IS NOT 'paid'`;
  return [
    mailBillingContacts(db, write.now, {
      template: 'subscription_resumed',
      data: { ...contactData, planName },
      subject: 'resumed',
      of: sql`about.event_id`,
      about: sql`(SELECT DISTINCT ${providerEvents.id} AS event_id, ${subscriptions.accountId}, ${subscriptions.planId}
        FROM json_each(${JSON.stringify([...new Set(ids)])}) AS named
          INNER JOIN ${subscriptions} ON ${subscriptions.id} = named.value
          INNER JOIN ${providerEvents} ON ${providerEvents.subject} = ${subscriptions.id}
            AND ${providerEvents.type} = 'subscription.resumed'
          INNER JOIN ${payments} ON ${payments.accountId} = ${subscriptions.accountId} AND ${payments.status} = 'paid'
            AND ${payments.date} >= ${since}
        WHERE ${subscriptions.status} IN ('active', 'trialing', 'past_due')
          AND (${providerEvents.keptBy} = ${write.id} OR (${payments.appliedBy} = ${write.id} AND ${isFirst}))) AS about WHERE true`,
    }),
  ];
}
