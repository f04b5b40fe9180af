import { sql } from 'drizzle-orm';
import { type ProviderEvent, sortableInstant } from '#app/domain/billing/provider-event.ts';
import type { ReceivedEvent } from '#app/domain/billing/provider-port.ts';
import type { Db } from '../database.ts';
import { providerEvents } from '../schema/index.ts';
import { billActivity, changeActivity } from './billing-event-activity.ts';
import type { EventWrite } from './billing-event-mails.ts';
import { paymentStatements, refundStatements } from './billing-event-payments.ts';
import { mailResumed } from './billing-event-resumed.ts';
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
