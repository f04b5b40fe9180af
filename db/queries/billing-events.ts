import { sql } from 'drizzle-orm';
import { type ProviderEvent, sortableInstant } from '#app/domain/billing/provider-event.ts';
import type { ReceivedEvent } from '#app/domain/billing/provider-port.ts';
import type { Db } from '../database.ts';
import { payments, providerEvents, subscriptions } from '../schema/index.ts';
import { billActivity, changeActivity } from './billing-event-activity.ts';
import { contactData, type EventWrite, mailBillingContacts, planName } from './billing-event-mails.ts';
import { paymentStatements, refundStatements } from './billing-event-payments.ts';
import { subscriptionStatements } from './billing-event-subscriptions.ts';

/** @returns the key by which later events of another entity find this event; null if none does. */
function subjectOf(event: ProviderEvent): string | null {
  if (event.kind === 'refund') return event.transactionId;
  const isResumed = event.kind === 'subscription' && event.type === 'subscription.resumed';
  return isResumed ? event.snapshot.subscription.providerId : null;
}

function outcomeOf(event: ProviderEvent): string {
  if (event.kind === 'other') return event.reason;
  return event.kind === 'refund' && event.isReversed ? 'refund_reversed' : event.kind;
}

/**
 * The statements that store and apply events, in one batch. Each statement takes all events as JSON, so the number of
 * statements does not grow with the number of events. A repeated event, or one older than the stored state, changes
 * nothing: the order of arrival does not matter.
 */
export function eventStatements(db: Db, received: readonly ReceivedEvent[], write: EventWrite) {
  const kept = received.map(({ event, rawBody }) => ({
    id: event.id,
    type: event.type,
    occurredAt: sortableInstant(event.occurredAt),
    body: rawBody,
    outcome: outcomeOf(event),
    subject: subjectOf(event),
  }));
  const events = received.map(({ event }) => event);
  return [
    // A replayed event may be understood this time.
    db.run(sql`INSERT INTO ${providerEvents} (id, type, occurred_at, received_at, kept_by, outcome, subject, body)
      SELECT value ->> 'id', value ->> 'type', value ->> 'occurredAt', ${write.now}, ${write.id}, value ->> 'outcome',
        value ->> 'subject', value ->> 'body'
      FROM json_each(${JSON.stringify(kept)}) WHERE true
      ON CONFLICT (id) DO UPDATE SET outcome = excluded.outcome, subject = excluded.subject`),
    ...changeActivity(db, events, write),
    ...subscriptionStatements(db, events, write),
    ...paymentStatements(db, events, write),
    ...mailResumed(db, events, write),
    ...refundStatements(db, events),
    ...billActivity(db, events, write),
  ];
}

/** The provider dates the bill of a resumption some seconds apart from the event. */
const SLACK_SECONDS = 60;

/**
 * The mails that a paused subscription is active again. The provider resumes it before it charges the card, so the mail
 * waits for both: the resumption, and a bill paid since. Either may arrive first.
 */
function mailResumed(db: Db, events: readonly ProviderEvent[], write: EventWrite) {
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
