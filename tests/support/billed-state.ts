import type { Client } from '@libsql/client';

/** @returns what a kept event of the billing provider was taken for; null when it was not kept. */
export async function readKept(database: Client, eventId: string) {
  const { rows } = await database.execute({
    sql: 'SELECT outcome FROM provider_events WHERE id = ?',
    args: [eventId],
  });
  return rows[0]?.outcome ?? null;
}

/** What billing did to an account, and the effects due: its workspace updated, its payers welcomed. */
export async function readBilledState(database: Client, accountId: string) {
  const of = (sql: string) => ({ sql, args: [accountId] });
  const [facts, effects] = await database.batch(
    [
      of(`SELECT accounts.plan_id AS plan, workspaces.revision, subscriptions.id AS subscription,
            subscriptions.event_id AS event, subscriptions.status
          FROM accounts INNER JOIN workspaces ON workspaces.account_id = accounts.id
            LEFT JOIN subscriptions ON subscriptions.account_id = accounts.id WHERE accounts.id = ?`),
      of(`SELECT outbox.kind FROM outbox, workspaces WHERE workspaces.account_id = ?1
            AND (outbox.id LIKE 'msg_billing_' || workspaces.id || '_%' OR outbox.id IN
              (SELECT 'msg_welcome_' || subscriptions.id || '_' || memberships.user_id
                FROM subscriptions INNER JOIN memberships USING (account_id) WHERE account_id = ?1))
          ORDER BY outbox.kind`),
    ],
    'read',
  );
  return { ...facts?.rows[0], effects: effects?.rows.map(({ kind }) => kind) };
}
