import { type SQL, sql } from 'drizzle-orm';
import type { FactorChange } from '#app/domain/mail/messages.ts';
import type { Db } from '../../client.ts';
import { users } from '../../schema/index.ts';
import { type OrSql, outboxRow } from '../outbox-row.ts';

interface ChangeMail {
  now: number;
  mailId: string;
  userId: string | SQL;
  change: FactorChange;
  /** The name of the app or passkey; empty where there is none. */
  label?: OrSql<string>;
}

/** The statement that tells a person of a change to their second factors. @param condition writes nothing unless it holds. */
export function factorChangeMail(db: Db, mail: ChangeMail, condition: SQL) {
  const { now, mailId, userId, change, label = '' } = mail;
  return outboxRow(db, {
    ...{ id: mailId, kind: 'mail', now },
    payload: {
      template: 'second_factor_changed',
      to: users.email,
      data: { name: users.name, change, label },
    },
    from: sql`${users}`,
    where: sql`${users.id} = ${userId} AND ${condition}`,
  });
}
