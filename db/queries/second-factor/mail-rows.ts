import { type SQL, sql } from 'drizzle-orm';
import type { FactorChange } from '#app/use-cases/outbox/messages.ts';
import type { Db } from '../../client.ts';
import { users } from '../../schema/index.ts';
import { mailFrom } from '../link-rows.ts';

interface ChangeMail {
  now: number;
  mailId: string;
  userId: string | SQL;
  change: FactorChange;
  /** The name of the app or passkey; empty where there is none. */
  label?: string | SQL;
}

/** The statement that tells a person of a change to their second factors. @param condition writes nothing unless it holds. */
export function factorChangeMail(db: Db, mail: ChangeMail, condition: SQL) {
  const { now, mailId, userId, change, label = '' } = mail;
  return mailFrom(
    db,
    mailId,
    sql`json_object('template', 'second_factor_changed', 'to', ${users.email},
      'data', json_object('name', ${users.name}, 'change', ${change}, 'label', ${label}))`,
    sql`FROM ${users} WHERE ${users.id} = ${userId} AND ${condition}`,
    now,
  );
}
