import { type SQL, sql } from 'drizzle-orm';
import type { AuditKind } from '#app/domain/access/audit.ts';
import { moneyText } from '#app/domain/billing/money.ts';
import { choiceText } from '#app/domain/billing/offer.ts';
import type { ProviderEvent } from '#app/domain/billing/provider-event.ts';
import type { Db } from '../database.ts';
import { accounts, auditEvents, paymentMethods, payments, plans, subscriptions } from '../schema/index.ts';
import { accountOf } from './billing-event-account.ts';
import type { EventWrite } from './billing-event-mails.ts';
import { transactionRow } from './billing-event-payments.ts';
import { subscriptionRow } from './billing-event-subscriptions.ts';

const receivedField = (name: string) => sql`received.value ->> ${sql.raw(`'${name}'`)}`;
const is = (kind: AuditKind, condition: SQL) => sql`WHEN ${kind} THEN ${condition}`;
/** Ids of one write sort by the order of its rows. @param place of the row within its received value. */
const idAt = (place: SQL) =>
  sql`printf('aud_%06x_', received.key * 16 + ${place}) || lower(hex(randomblob(12)))`;
const isOver = sql`${receivedField('status')} = 'deleted'`;

/** The changes that an event makes, compared with the stored row `known`, whose columns are NULL before the first event. */
const subscriptionFacts = {
  subscription_started: sql`known.id IS NULL AND NOT ${isOver}`,
  plan_changed: sql`(known.plan_id, known.period, coalesce(known.executions_quota, 0), coalesce(known.workflows_quota, 0))
    <> (${receivedField('planId')}, ${receivedField('period')}, coalesce(${receivedField('executions')}, 0), coalesce(${receivedField('activeWorkflows')}, 0))`,
  subscription_paused: sql`known.status <> 'paused' AND ${receivedField('status')} = 'paused'`,
  subscription_resumed: sql`known.status = 'paused' AND ${receivedField('status')} IN ('active', 'trialing')`,
  cancellation_scheduled: sql`known.cancels_at IS NULL AND known.id IS NOT NULL AND ${receivedField('cancelsAt')} IS NOT NULL AND NOT ${isOver}`,
  cancellation_undone: sql`known.cancels_at IS NOT NULL AND ${receivedField('cancelsAt')} IS NULL AND NOT ${isOver}`,
  subscription_ended: sql`known.status <> 'deleted' AND ${isOver}`,
} satisfies Partial<Record<AuditKind, SQL>>;

/**
 * The statements that record what events change of subscriptions and cards. They compare the events with the stored state,
 * so they run before the statements that apply the events; an event that is not newer records nothing. The rows name no
 * person: the use case has recorded who requested the change.
 */
export function changeActivity(db: Db, events: readonly ProviderEvent[], write: EventWrite) {
  const rows = newestOfEach(
    events
      .filter((event) => event.kind === 'subscription')
      .map((event) => {
        const { providerId: of } = event.snapshot.subscription;
        return { ...subscriptionRow(event), of, choice: choiceText(event.snapshot.subscription) };
      }),
  );
  // A transaction without a card, such as a PayPal payment, changes none.
  const paid = newestOfEach(
    events.flatMap((event) => {
      if (event.kind !== 'transaction') return [];
      const { lastFour = null, expiry } = event.method ?? {};
      if (lastFour === null) return [];
      return [{ ...transactionRow(event), of: event.payment.id, lastFour, expiry }];
    }),
  );
  // A first payment has events without its subscription and with it.
  const cards = newestOfEach(paid.map((row) => ({ ...row, of: row.subscriptionId ?? row.paymentId })));
  const account = (subscriptionId: string, transactionId: string) =>
    sql`INNER JOIN ${accounts} ON ${accounts.id} = ${accountOf({ subscriptionId, transactionId })}`;
  const facts = Object.entries(subscriptionFacts).map(([kind, when]) => is(kind as AuditKind, when));
  return [
    ...insert(db, write, rows, {
      id: idAt(sql`fact.key`),
      accountId: sql`${accounts.id}`,
      kind: sql`fact.value`,
      subject: receivedField('choice'),
      joins: sql`${account('providerId', 'boughtBy')}
        INNER JOIN ${plans} ON ${plans.id} = ${receivedField('planId')}
        INNER JOIN json_each(${JSON.stringify(Object.keys(subscriptionFacts))}) AS fact
        LEFT JOIN ${subscriptions} AS known ON known.id = ${receivedField('providerId')}`,
      where: sql`(known.event_id IS NULL
        OR (known.event_at, known.event_id) < (${receivedField('at')}, ${receivedField('id')}))
        AND CASE fact.value ${sql.join(facts, sql` `)} END`,
    }),
    ...insert(db, write, cards, {
      id: idAt(sql`15`),
      accountId: sql`${accounts.id}`,
      kind: sql`'card_changed'`,
      subject: receivedField('lastFour'),
      joins: sql`${account('subscriptionId', 'paymentId')}
        LEFT JOIN ${paymentMethods} AS known ON known.account_id = ${accounts.id}`,
      where: sql`(known.event_at IS NULL OR known.event_at < ${receivedField('at')})
        AND (known.last_four, known.expiry) IS NOT (${receivedField('lastFour')}, ${receivedField('expiry')})`,
    }),
  ];
}

/** The statements that record bills settled by this write's events. They read the bills, so they run after them. */
export function billActivity(db: Db, events: readonly ProviderEvent[], write: EventWrite) {
  const bills = events
    .filter((event) => event.kind === 'transaction')
    .map(({ id, payment: { id: paymentId, status, total } }) => ({
      id,
      paymentId,
      status,
      amount: moneyText(total),
    }));
  const refunds = events
    .filter((event) => event.kind === 'refund')
    .map(({ id, transactionId: paymentId }) => ({ id, paymentId, status: 'refunded', amount: null }));
  const settled = {
    paid: 'payment_succeeded',
    failed: 'payment_failed',
    refunded: 'payment_refunded',
  } as const;
  const kinds = Object.entries(settled).map(([status, kind]) => sql`WHEN ${status} THEN ${kind}`);
  return insert(db, write, [...bills, ...refunds], {
    // One row for each state of a bill, however often the provider repeats it.
    id: sql`'aud_' || ${payments.status} || '_' || ${payments.id}`,
    accountId: sql`${payments.accountId}`,
    kind: sql`CASE ${payments.status} ${sql.join(kinds, sql` `)} END`,
    subject: sql`coalesce(${receivedField('amount')}, ${payments.amount} || ' ' || ${payments.currency})`,
    joins: sql`INNER JOIN ${payments} ON ${payments.id} = ${receivedField('paymentId')}`,
    where: sql`${payments.status} IN ${Object.keys(settled)}
      AND (${receivedField('status')} = 'refunded' OR (${payments.eventId} = ${receivedField('id')} AND ${payments.appliedBy} = ${write.id}))`,
  });
}

/** The statement that records what follows from received values; none without values. */
function insert(
  db: Db,
  { now }: EventWrite,
  received: readonly object[],
  row: { id: SQL; accountId: SQL; kind: SQL; subject: SQL; joins: SQL; where: SQL },
) {
  if (received.length === 0) return [];
  return [
    db.run(sql`INSERT INTO ${auditEvents} (id, at, account_id, kind, subject, address, user_agent)
      SELECT ${row.id}, ${now}, ${row.accountId}, ${row.kind}, ${row.subject}, '', ''
      FROM json_each(${JSON.stringify(received)}) AS received ${row.joins} WHERE ${row.where} ON CONFLICT DO NOTHING`),
  ];
}

/** @returns the newest row of each entity: a batch of events changes its stored state once. */
function newestOfEach<Row extends { of: string; at: string; id: string }>(rows: readonly Row[]): Row[] {
  const isNewer = (row: Row, other: Row) => row.at > other.at || (row.at === other.at && row.id > other.id);
  return rows.filter((row) => !rows.some((other) => other.of === row.of && isNewer(other, row)));
}
