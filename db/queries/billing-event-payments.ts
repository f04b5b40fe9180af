import { type SQL, sql } from 'drizzle-orm';
import { moneyText } from '#app/domain/billing/money.ts';
import type { PaymentOutcome } from '#app/domain/billing/payment.ts';
import { type ProviderEvent, sortableInstant } from '#app/domain/billing/provider-event.ts';
import type { Db } from '../database.ts';
import { accounts, paymentMethods, payments, providerEvents, workspaces } from '../schema/index.ts';
import { accountOf } from './billing-event-account.ts';
import { contactData, type EventWrite, keepPrevious, mailBillingContacts } from './billing-event-mails.ts';
import { outboxRow } from './outbox-row.ts';

type TransactionEvent = ProviderEvent & { kind: 'transaction' };

/** The statements that apply transactions: the account's bills, its payment method, and their mails. */
export function paymentStatements(db: Db, events: readonly ProviderEvent[], write: EventWrite) {
  const transactions = events.filter((event) => event.kind === 'transaction');
  const bills = transactions.filter(({ isBill }) => isBill);
  const methods = transactions.filter(({ method }) => method !== null);
  return [
    ...(bills.length > 0 ? billStatements(db, JSON.stringify(bills.map(billRow)), write) : []),
    ...(methods.length > 0
      ? [
          keepMethods(
            db,
            JSON.stringify(methods.map((event) => ({ ...transactionRow(event), ...event.method }))),
          ),
        ]
      : []),
  ];
}

const account = sql`INNER JOIN ${accounts} ON ${accounts.id} = ${accountOf({ subscriptionId: 'subscriptionId', transactionId: 'paymentId' })}`;

/** @returns the transaction of an event, as the statements read it from JSON. */
export function transactionRow({ id, occurredAt, claim, subscriptionId, payment }: TransactionEvent) {
  return { id, at: sortableInstant(occurredAt), ...claim, subscriptionId, paymentId: payment.id };
}

function billRow(event: TransactionEvent) {
  const { payment, isDunning } = event;
  const { date, total, status, invoiceNumber } = payment;
  return {
    ...transactionRow(event),
    date,
    ...total,
    status,
    invoiceNumber,
    isDunning,
    words: moneyText(total),
  };
}

function billStatements(db: Db, json: string, write: EventWrite) {
  /** The bills that got another status by this write; without those of zero, for which no one paid anything. */
  const changed = sql`(SELECT ${payments.accountId}, ${payments.id}, ${payments.date}, ${payments.invoiceNumber}, ${payments.status},
      received.value ->> 'status' AS outcome, received.value ->> 'isDunning' AS is_dunning, received.value ->> 'words' AS words
    FROM json_each(${json}) AS received INNER JOIN ${payments} ON ${payments.id} = received.value ->> 'paymentId'
      AND ${payments.eventId} = received.value ->> 'id' AND ${payments.appliedBy} = ${write.id}
      AND coalesce(${payments.previousStatus}, '') NOT IN (${payments.status}, 'refunded') AND ${payments.amount} > 0) AS about`;
  const data = { ...contactData, amount: sql<string>`about.words`, date: sql<number>`about.date` };
  return [
    db.run(sql`INSERT INTO ${payments}
        (id, account_id, date, amount, currency, status, invoice_number, event_at, event_id, applied_by)
      SELECT value ->> 'paymentId', ${accounts.id}, value ->> 'date', value ->> 'amount', value ->> 'currency',
        coalesce(${refundedStatus(sql`value ->> 'paymentId'`)}, value ->> 'status'), value ->> 'invoiceNumber', value ->> 'at',
        value ->> 'id', ${write.id}
      FROM json_each(${json}) AS received ${account} WHERE true
      ON CONFLICT (id) DO UPDATE SET date = excluded.date, amount = excluded.amount, status = excluded.status,
        invoice_number = excluded.invoice_number, event_at = excluded.event_at, event_id = excluded.event_id,
        applied_by = excluded.applied_by, ${keepPrevious('status')}
      WHERE (event_at, event_id) < (excluded.event_at, excluded.event_id)`),
    mailBillingContacts(db, write.now, {
      template: 'payment_receipt',
      data: { ...data, invoiceNumber: sql<string | null>`about.invoice_number` },
      subject: 'receipt',
      of: sql`about.id`,
      about: sql`${changed} WHERE about.outcome = 'paid'`,
    }),
    mailBillingContacts(db, write.now, {
      template: 'payment_failed',
      data,
      subject: 'failed',
      of: sql`about.id`,
      about: sql`${changed} WHERE about.outcome = 'failed' AND about.is_dunning`,
    }),
    outboxRow(db, {
      kind: 'workspace.announce_payment',
      now: write.now,
      id: sql<string>`'msg_announce_' || about.status || '_' || about.id`,
      payload: {
        workspaceId: workspaces.id,
        outcome: sql<PaymentOutcome>`CASE about.status WHEN 'paid' THEN 'received' ELSE 'failed' END`,
      },
      from: sql`${changed} INNER JOIN ${workspaces} ON ${workspaces.accountId} = about.account_id`,
      where: sql`about.status = 'paid' OR (about.status = 'failed' AND about.is_dunning)`,
    }),
  ];
}

/**
 * @returns the status of a bill after its last refund or reversal, which may arrive before the bill; NULL without one. The
 *   provider writes instants with any number of decimals, so `…:01Z` would follow `…:01.5Z` as text: both end without zeros.
 *   A reversal follows the refund of the same instant.
 */
function refundedStatus(paymentId: SQL): SQL {
  return sql`(SELECT iif(refund.outcome = 'refund', 'refunded', 'paid') FROM ${providerEvents} AS refund
    WHERE refund.subject = ${paymentId} AND refund.outcome IN ('refund', 'refund_reversed')
    ORDER BY rtrim(refund.occurred_at, '0.Z') DESC, refund.outcome DESC, refund.id DESC LIMIT 1)`;
}

/** The statement that applies refunds and their reversals to bills. */
export function refundStatements(db: Db, events: readonly ProviderEvent[]) {
  const ids = events.flatMap((event) => (event.kind === 'refund' ? event.transactionId : []));
  if (ids.length === 0) return [];
  return [
    db.run(sql`UPDATE ${payments} SET status = ${refundedStatus(sql`${payments.id}`)}
      WHERE ${payments.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`),
  ];
}

function keepMethods(db: Db, json: string) {
  return db.run(sql`INSERT INTO ${paymentMethods} (account_id, kind, brand, last_four, expiry, event_at)
    SELECT ${accounts.id}, value ->> 'kind', value ->> 'brand', value ->> 'lastFour', value ->> 'expiry', value ->> 'at'
    FROM json_each(${json}) AS received ${account} WHERE true
    ON CONFLICT (account_id) DO UPDATE SET kind = excluded.kind, brand = excluded.brand,
      last_four = excluded.last_four, expiry = excluded.expiry, event_at = excluded.event_at
    WHERE event_at < excluded.event_at`);
}
