import { type SQL, sql } from 'drizzle-orm';
import { can, roles } from '#app/domain/access/roles.ts';
import type { Db } from '../database.ts';
import { memberships, paymentMethods, plans, subscriptions, users, workspaces } from '../schema/index.ts';
import { type MailInSql, outboxRow, type WithoutRecipient } from './outbox-row.ts';

/** One write of any number of events. Only the write that applied an event causes its mails and messages. */
export interface EventWrite {
  /** Identifies the write. */
  id: string;
  now: number;
}

/** The roles that manage an account's bills. */
export const billingRoles = roles.filter((role) => can(role, 'billing:manage'));

/** The data common to the mails of `mailBillingContacts`. */
export const contactData = { name: users.name, workspaceName: workspaces.name };
/** The name of the plan of `about`. */
export const planName = sql<string>`(SELECT ${plans.displayName} FROM ${plans} WHERE ${plans.id} = about.plan_id)`;

/**
 * @returns the `SET` of a column's value before an upsert's write. A write can apply several events to a row: the first
 *   decides.
 */
export const keepPrevious = (column: 'status' | 'cancels_at') =>
  sql.raw(`previous_${column} = iif(applied_by = excluded.applied_by, previous_${column}, ${column})`);

type Subject = 'welcome' | 'resumed' | 'paused' | 'cancelled' | 'receipt' | 'failed' | 'card';

/**
 * Writes one mail for each billing contact of an account. The provider repeats a state for as long as it lasts, so a mail
 * follows from a change that this write makes. Its id identifies its subject, so it is written once.
 * @param mail.about `(a query) AS about WHERE a condition`: one row for each mail, with its `account_id`.
 * @param mail.of identifies the subject, as an expression of `about`.
 */
export function mailBillingContacts(
  db: Db,
  now: number,
  mail: WithoutRecipient<MailInSql> & { subject: Subject; of: SQL; about: SQL },
) {
  const { subject, of, about, ...content } = mail;
  return outboxRow(db, {
    kind: 'mail',
    payload: { ...content, to: users.email },
    now,
    id: sql<string>`'msg_' || about.mail_id || '_' || ${users.id}`,
    from: sql`(SELECT about.*, ${`${subject}_`} || ${of} AS mail_id FROM ${about}) AS about
      INNER JOIN ${memberships} ON ${memberships.accountId} = about.account_id AND ${memberships.role} IN ${billingRoles}
      INNER JOIN ${users} ON ${users.id} = ${memberships.userId} AND ${users.confirmedAt} IS NOT NULL
      INNER JOIN ${workspaces} ON ${workspaces.accountId} = about.account_id`,
  });
}

/** The mails about cards that expire soon and pay for a subscription that continues. */
export function cardExpiringMails(db: Db, cards: { expiry: string; lastDay: number }, now: number) {
  return mailBillingContacts(db, now, {
    template: 'card_expiring',
    data: { ...contactData, date: cards.lastDay },
    subject: 'card',
    of: sql`about.account_id || '_' || ${cards.expiry}`,
    about: sql`(SELECT ${paymentMethods.accountId} FROM ${paymentMethods}
      INNER JOIN ${subscriptions} ON ${subscriptions.accountId} = ${paymentMethods.accountId}
      WHERE ${paymentMethods.expiry} = ${cards.expiry} AND ${subscriptions.isCurrent} = 1
        AND ${subscriptions.status} IN ('active', 'past_due') AND ${subscriptions.cancelsAt} IS NULL) AS about WHERE true`,
  });
}
