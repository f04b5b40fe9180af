import type { SQL } from 'drizzle-orm';
import type { FactorChange } from '#app/domain/mail/messages.ts';
import type { Db } from '../../database.ts';
import { users } from '../../schema/index.ts';
import { type OrSql, userMailRow } from '../outbox-row.ts';

/**
 * The statement that mails a person about a change of their second factors, under a condition.
 * @param mail.label the name of the app or passkey; empty for other changes.
 */
export function factorChangeMail(
  db: Db,
  mail: { now: number; userId: string | SQL; change: FactorChange; label?: OrSql<string> },
  condition: SQL,
) {
  const { now, userId, change, label = '' } = mail;
  return userMailRow(
    db,
    { now, userId, where: condition },
    { template: 'second_factor_changed', data: { name: users.name, change, label } },
  );
}
