import type { Client } from '@libsql/client';
import { hashToken } from '#app/crypto/secrets.ts';

/** Makes a link expire. */
export async function expireLink(database: Client, token: string): Promise<void> {
  const { rowsAffected } = await database.execute({
    sql: 'UPDATE link_tokens SET expires_at = 1 WHERE token_hash = ?',
    args: [await hashToken(token)],
  });
  if (rowsAffected !== 1) throw new Error('There is no such link.');
}

/** Sets a counter as if this many attempts had happened within the last minute. */
export async function setCounter(database: Client, key: string, count: number): Promise<void> {
  await database.execute({
    sql: `INSERT INTO throttles (key, window_started_at, count) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET window_started_at = excluded.window_started_at, count = excluded.count`,
    args: [key, Date.now() - 60_000, count],
  });
}

/** Everything that gives a person access, in a comparable form: a refusal must not change it. */
export async function accessOf(database: Client, userId: string): Promise<unknown> {
  const [people, ...rest] = await database.batch([
    { sql: 'SELECT * FROM users WHERE id = ?', args: [userId] },
    ...['sessions', 'memberships', 'link_tokens', 'known_devices'].map((table) => ({
      sql: `SELECT * FROM ${table} WHERE user_id = ? ORDER BY 1, 2, 3`,
      args: [userId],
    })),
    {
      sql: `SELECT * FROM invitations WHERE account_id IN
        (SELECT account_id FROM memberships WHERE user_id = ?) ORDER BY id`,
      args: [userId],
    },
  ]);
  return JSON.parse(JSON.stringify([people, ...rest].map((result) => result?.rows)));
}

/** @returns the only row. @throws if there is none. */
export async function one(
  database: Client,
  sql: string,
  ...args: string[]
): Promise<Record<string, unknown>> {
  const { rows } = await database.execute({ sql, args });
  const row = rows[0];
  if (!row) throw new Error(`No row: ${sql} (${args.join(', ')})`);
  return { ...row };
}

/** @returns the number of events of this kind in an account. */
export async function eventCount(database: Client, accountId: string, kind: string): Promise<number> {
  const { n } = await one(
    database,
    'SELECT count(*) AS n FROM audit_events WHERE account_id = ? AND kind = ?',
    accountId,
    kind,
  );
  return Number(n);
}
