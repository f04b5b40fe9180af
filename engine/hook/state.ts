import { DatabaseSync } from 'node:sqlite';

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS used_links (jti TEXT PRIMARY KEY, forget_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS signed_out (email TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS executions (month TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/** How many months are kept: the current one, and some earlier ones to look up. */
const MONTHS_KEPT = 13;

/**
 * State that must survive a kill at any moment, in its own database beside n8n's. Each method writes to disk before it
 * returns. On a full disk it throws and changes nothing.
 */
export interface HookState {
  /** @returns false when the link was used before. `forgetAt`: when the link has expired in any case, UTC ms. */
  takeLink(jti: string, forgetAt: number, now: number): boolean;
  /** Voids the person's links signed until `at`, UTC ms. */
  signOut(email: string, at: number): void;
  /** @returns when the portal last signed the person out, UTC ms; null for never. */
  signedOutAt(email: string): number | null;
  /** Counts one execution in a month such as `2026-11`, unless the month is at its `limit`. @returns whether it did. */
  countExecution(month: string, limit: number | null): boolean;
  /** Takes one counted execution back. */
  uncountExecution(month: string): void;
  executions(month: string): number;
  fact(name: string): string | null;
  setFact(name: string, value: string): void;
  close(): void;
}

/** @param path of the database's file. @throws for an unreadable or read-only file. */
export function openState(path: string): HookState {
  const db = new DatabaseSync(path);
  db.exec(SCHEMA);
  const forgetLinks = db.prepare('DELETE FROM used_links WHERE forget_at <= ?');
  const insertLink = db.prepare(
    'INSERT INTO used_links (jti, forget_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const insertSignOut = db.prepare(
    'INSERT INTO signed_out (email, at) VALUES (?, ?) ON CONFLICT (email) DO UPDATE SET at = max(at, excluded.at)',
  );
  const selectSignOut = db.prepare('SELECT at FROM signed_out WHERE email = ?');
  const beginMonth = db.prepare('INSERT INTO executions (month, count) VALUES (?, 0) ON CONFLICT DO NOTHING');
  const count = db.prepare(
    'UPDATE executions SET count = count + 1 WHERE month = ? AND (?2 IS NULL OR count < ?2)',
  );
  const uncount = db.prepare('UPDATE executions SET count = count - 1 WHERE month = ? AND count > 0');
  const selectCount = db.prepare('SELECT count FROM executions WHERE month = ?');
  const forgetMonths = db.prepare(
    `DELETE FROM executions WHERE month NOT IN (SELECT month FROM executions ORDER BY month DESC LIMIT ${MONTHS_KEPT})`,
  );
  const selectFact = db.prepare('SELECT value FROM facts WHERE name = ?');
  const upsertFact = db.prepare(
    'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  return {
    takeLink(jti, forgetAt, now) {
      forgetLinks.run(now);
      return insertLink.run(jti, forgetAt).changes === 1;
    },
    signOut: (email, at) => void insertSignOut.run(email.toLowerCase(), at),
    signedOutAt: (email) => (selectSignOut.get(email.toLowerCase())?.at as number | undefined) ?? null,
    countExecution(month, limit) {
      if (beginMonth.run(month).changes === 1) forgetMonths.run();
      return count.run(month, limit).changes === 1;
    },
    uncountExecution: (month) => void uncount.run(month),
    executions: (month) => (selectCount.get(month)?.count as number | undefined) ?? 0,
    fact: (name) => (selectFact.get(name)?.value as string | undefined) ?? null,
    setFact: (name, value) => void upsertFact.run(name, value),
    close: () => db.close(),
  };
}
