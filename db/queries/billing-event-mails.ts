import { or, type SQL, sql } from 'drizzle-orm';
import { can, roles } from '#app/domain/access/roles.ts';
import type { Db } from '../database.ts';
import { memberships, outbox, paymentMethods, subscriptions, users, workspaces } from '../schema/index.ts';
import { type MailInSql, outboxRow } from './outbox-row.ts';

/** One write of any number of events. Only the write that applied an event causes its mails and messages. */
export interface EventWrite {
  /** Identifies the write. */
  id: string;
  now: number;
}

const billingRoles = roles.filter((role) => can(role, 'billing:manage'));

/** The recipient of `mailBillingContacts`, and the data common to its mails. */
export const billingContact = { to: users.email, data: { name: users.name, workspaceName: workspaces.name } };

/**
 * @returns the `SET` of a column's value before this write. A write can apply several events to a row: the first decides.
 */
export const keepPrevious = (column: 'status' | 'cancels_at', write: EventWrite) =>
  sql`${sql.raw(`previous_${column}`)} = CASE WHEN applied_by = ${write.id}
    THEN ${sql.raw(`previous_${column}`)} ELSE ${sql.raw(column)} END`;

/** The subjects of billing mails. */
const billingSubjects = ['welcome', 'resumed', 'paused', 'cancelled', 'receipt', 'failed', 'card'] as const;

/** The outbox rows that maintenance keeps: the record that contacts were informed of a bill, a card or a change. */
export const isBillingMail = or(
  ...billingSubjects.map((subject) => sql`${outbox.id} GLOB ${`msg_${subject}_*`}`),
);

/**
 * Writes one mail for each billing contact of an account. The provider repeats a state for as long as it lasts, so a mail
 * follows from a change that this write makes. Its id identifies its subject, so it is written once.
 *
 * @param about `(a query) AS about WHERE a condition`: one row for each mail, with its `account_id`.
 * @param of identifies the subject, as an expression of `about`.
 */
export function mailBillingContacts(
  db: Db,
  mail: { mail: MailInSql; subject: (typeof billingSubjects)[number]; of: SQL; about: SQL; now: number },
) {
  return outboxRow(db, {
    kind: 'mail',
    payload: mail.mail,
    now: mail.now,
    id: sql<string>`'msg_' || about.mail_id || '_' || ${users.id}`,
    from: sql`(SELECT about.*, ${`${mail.subject}_`} || ${mail.of} AS mail_id FROM ${mail.about}) AS about
      INNER JOIN ${memberships} ON ${memberships.accountId} = about.account_id AND ${memberships.role} IN ${billingRoles}
      INNER JOIN ${users} ON ${users.id} = ${memberships.userId} AND ${users.confirmedAt} IS NOT NULL
      INNER JOIN ${workspaces} ON ${workspaces.accountId} = about.account_id`,
  });
}

/** The mails about cards that expire soon and pay for a subscription that continues. */
export function cardExpiringMails(db: Db, cards: { expiry: string; lastDay: number }, now: number) {
  return mailBillingContacts(db, {
    mail: {
      template: 'card_expiring',
      to: billingContact.to,
      data: { ...billingContact.data, date: cards.lastDay },
    },
    subject: 'card',
    of: sql`about.account_id || '_' || ${cards.expiry}`,
    about: sql`(SELECT ${paymentMethods.accountId} FROM ${paymentMethods}
      INNER JOIN ${subscriptions} ON ${subscriptions.accountId} = ${paymentMethods.accountId}
      WHERE ${paymentMethods.expiry} = ${cards.expiry} AND ${subscriptions.isCurrent} = 1
        AND ${subscriptions.status} IN ('active', 'past_due') AND ${subscriptions.cancelsAt} IS NULL) AS about WHERE true`,
    now,
  });
}
