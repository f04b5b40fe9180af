import { type SQL, sql } from 'drizzle-orm';
import { can, roles } from '#app/domain/access/roles.ts';
import type { BillingMailMessage } from '#app/use-cases/outbox/messages.ts';
import type { Db } from '../client.ts';
import { memberships, outbox, paymentMethods, subscriptions, users, workspaces } from '../schema/index.ts';

const payers = roles.filter((role) => can(role, 'billing:manage'));

/**
 * Writes one mail for each person of an account who pays. Its row is named by what it tells, so it is written once.
 *
 * @param about `(a query) AS about WHERE a condition`: one row for each mail, with its `account_id`.
 * @param id names what it tells, of `about`.
 */
export function mailToPayers(
  db: Db,
  mail: {
    template: BillingMailMessage['template'];
    id: SQL;
    data: Record<string, SQL>;
    about: SQL;
    now: number;
  },
) {
  const fields = Object.entries(mail.data).map(([name, value]) => sql`, ${name}, ${value}`);
  return db.run(sql`INSERT INTO ${outbox} (id, kind, payload, created_at, attempts, next_attempt_at)
    SELECT 'msg_' || about.mail_id || '_' || ${users.id}, 'mail', json_object('template', ${mail.template},
      'to', ${users.email}, 'data', json_object('name', ${users.name}, 'workspaceName', ${workspaces.name}${sql.join(fields)})),
      ${mail.now}, 0, ${mail.now}
    FROM (SELECT about.*, ${mail.id} AS mail_id FROM ${mail.about}) AS about
      INNER JOIN ${memberships} ON ${memberships.accountId} = about.account_id AND ${memberships.role} IN ${payers}
      INNER JOIN ${users} ON ${users.id} = ${memberships.userId} AND ${users.confirmedAt} IS NOT NULL
      INNER JOIN ${workspaces} ON ${workspaces.accountId} = about.account_id
    WHERE true ON CONFLICT DO NOTHING`);
}

/** The mails that a card is about to expire, to who pays with one such for a subscription that goes on. */
export function cardExpiringMails(db: Db, cards: { expiry: string; lastDay: number }, now: number) {
  return mailToPayers(db, {
    template: 'card_expiring',
    id: sql`'card_' || about.account_id || '_' || ${cards.expiry}`,
    data: { date: sql`${cards.lastDay}` },
    about: sql`(SELECT ${paymentMethods.accountId} FROM ${paymentMethods}
      INNER JOIN ${subscriptions} ON ${subscriptions.accountId} = ${paymentMethods.accountId}
      WHERE ${paymentMethods.expiry} = ${cards.expiry} AND ${subscriptions.isCurrent} = 1
        AND ${subscriptions.status} IN ('active', 'past_due') AND ${subscriptions.cancelsAt} IS NULL) AS about WHERE true`,
    now,
  });
}
